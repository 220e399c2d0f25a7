package dev.sluice.exporter.realslurm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One kind of submission.
 *
 * @param before jobs that start first, on one node, as {@code USER OPTIONS}; {@code ended} of those that end at once, and
 *     whose epilog hangs
 * @param jobs jobs that wait, as {@code USER OPTIONS}
 * @param waitingForever how many of these no further node helps
 */
record RealSubmissions(String title, List<String> before, List<String> jobs, long waitingForever) {

    static final List<RealSubmissions> ALL = List.of(
            of("-n 64"),
            of("-n 64 --hint=nomultithread"),
            of("-n 64 --ntasks-per-core=1"),
            of("-n 16 --ntasks-per-socket=2"),
            of("-n 5 --ntasks-per-socket=1"),
            of("-n 20 -c 3 --ntasks-per-core=1"),
            of("-n 20 -c 3"),
            of("--array=1-64 -n 1"),
            of("--array=1-10 -n 3"),
            of("--array=1-9 -n 1 --mem-per-cpu=4000"),
            of("--array=1-17 -n 1 --mem-per-cpu=4000 --hint=nomultithread"),
            of("--array=1-3 -n 33"),
            of("-N 3 -n 6 --exclusive"),
            of("-N 2-4 -n 70"),
            of("-n 4 --mincpus=16"),
            of("--array=1-3 -N 1 --mem=0"),
            of("-n 8 --ntasks-per-node=2"),
            of("partition with MaxCPUsPerNode=8, 4 jobs of 8 CPUs", "-p capped --array=1-4 -n 8"),
            of("partition with MaxCPUsPerNode=8, -n 20", "-p capped -n 20"),
            of("OverSubscribe=FORCE:4, 5 jobs of 32 CPUs", "-p forced --mem-per-cpu=10 --array=1-5 -n 32"),
            of("-N 4 -n 4"),
            new RealSubmissions(
                    "--exclusive=user of two users",
                    List.of(),
                    List.of("ada --exclusive=user -n 2", "ben --exclusive=user -n 2", "ada --exclusive=user -n 2"),
                    0),
            new RealSubmissions(
                    "--exclusive=user beside a running job of another such user",
                    List.of("ada --exclusive=user -n 2"),
                    List.of("ben --exclusive=user -n 2"),
                    0),
            new RealSubmissions(
                    "--array=1-16 -n 1 beside a running job of 8 CPUs",
                    List.of("ada -n 8"),
                    List.of("ada --array=1-16 -n 1"),
                    0),
            new RealSubmissions(
                    "-n 2 beside a job whose epilog hangs",
                    List.of("ada -n 2", "ended -n 2 --comment=slow-epilog"),
                    List.of("ada -n 2"),
                    0));

    private static RealSubmissions of(String options) {
        return of(options, options);
    }

    private static RealSubmissions of(String title, String... options) {
        return new RealSubmissions(
                title,
                List.of(),
                Arrays.stream(options).map(one -> "ada " + one).toList(),
                0);
    }

    /** Partitions that the submissions need. */
    static void prepare(RealCluster cluster) throws Exception {
        remove(cluster);
        cluster.cli("scontrol", "create", "partitionname=capped", "nodes=reed[01-08]", "maxcpuspernode=8", "state=up");
        cluster.cli(
                "scontrol", "create", "partitionname=forced", "nodes=reed[01-08]", "oversubscribe=force:4", "state=up");
    }

    static void remove(RealCluster cluster) throws Exception {
        cluster.cli(
                "sh",
                "-c",
                "for p in capped forced; do scontrol delete partitionname=$p; done >/dev/null 2>&1 || true");
    }

    void submit(RealCluster cluster, String job) throws Exception {
        String[] words = job.split(" ", -1);
        String user = words[0].equals("ended") ? "ada" : words[0];
        List<String> line = new ArrayList<>(List.of("runuser", "-u", user, "--", "sbatch", "--parsable"));
        line.addAll(List.of("--chdir=/tmp", "--output=/dev/null", "-t", "60", "-p", "meadow"));
        line.addAll(List.of("--wrap=" + (words[0].equals("ended") ? "true" : "sleep 9000")));
        line.addAll(Arrays.asList(words).subList(1, words.length));
        cluster.cli(line.toArray(String[]::new));
    }

    boolean isReady(RealCluster cluster, String job) throws Exception {
        List<String> states = cluster.cli("squeue", "-h", "-o", "%T");
        return job.startsWith("ended ")
                ? states.contains("COMPLETING") && !states.contains("PENDING")
                : !states.contains("PENDING") && !states.contains("CONFIGURING");
    }

    @Override
    public String toString() {
        return title;
    }
}
