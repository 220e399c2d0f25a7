package dev.sluice.exporter.realslurm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One kind of submission.
 *
 * @param nodes the nodes for the jobs
 * @param before jobs that start first, on one node, as {@code USER OPTIONS}; with {@code ended}, jobs that end
 *     immediately and have a hanging epilog
 * @param jobs pending jobs, as {@code USER OPTIONS}; with {@code sh}, a command of the administrator
 * @param waitingForever number of pending jobs that cannot start even with additional nodes
 * @param knownDesired the desired size, if the desired size is known to be wrong
 */
record RealSubmissions(
        String title, RealNodes nodes, List<String> before, List<String> jobs, long waitingForever, long knownDesired) {

    /** The value of {@link #knownDesired} for a right desired size. */
    static final long RIGHT = -1;

    /** The options of the partitions for the submissions. */
    private static final Map<String, String> PARTITIONS = Map.ofEntries(
            Map.entry("capped", "maxcpuspernode=8"),
            Map.entry("forced", "oversubscribe=force:4"),
            Map.entry("split", "maxcpuspersocket=4"),
            Map.entry("lean", "maxmempernode=16000"),
            Map.entry("thrifty", "maxmempercpu=1500"),
            Map.entry("hidden", "hidden=yes"),
            Map.entry("club", "allowgroups=ada"),
            Map.entry("pair", "minnodes=2"),
            Map.entry("small", "maxnodes=2"),
            Map.entry("loaded", "lln=yes"),
            Map.entry("whole", "oversubscribe=exclusive"),
            Map.entry("single", "exclusiveuser=yes"),
            Map.entry("stopped", "state=down"),
            Map.entry("short", "maxtime=10"),
            Map.entry("ruled", "qos=duet"));

    static final List<RealSubmissions> PLACEMENT = List.of(
            of("-n 64"),
            of("-n 64 --hint=nomultithread"),
            of("-n 33 --threads-per-core=1"),
            of("-n 64 --ntasks-per-core=1"),
            of("-n 64 --ntasks-per-core=2"),
            of("-n 16 --ntasks-per-socket=2"),
            of("-n 5 --ntasks-per-socket=1"),
            of("-n 20 -c 3 --ntasks-per-core=1"),
            of("-n 20 -c 3"),
            of("--array=1-11 -c 3"),
            of("--array=1-64 -n 1"),
            of("--array=1-10 -n 3"),
            of("--array=1-9 -n 1 --mem-per-cpu=4000"),
            of("--array=1-17 -n 1 --mem-per-cpu=4000 --hint=nomultithread"),
            of("--array=1-3 -n 33"),
            of("--array=1-20%3 -n 32").waiting(17),
            of("-N 3 -n 6 --exclusive"),
            of("-N 2-4 -n 70"),
            of("-N 1-2 -n 4"),
            of("-N 4 -n 4"),
            of("-N 2 --ntasks-per-node=3 -c 5"),
            of("-n 8 --ntasks-per-node=2"),
            of("-n 4 --mincpus=16"),
            of("-n 40 --mincpus=20"),
            of("-n 3 -c 20"),
            of("--array=1-3 -N 1 --mem=0"),
            of("--array=1-3 --mem=40000"),
            of("-n 8 --mem-per-cpu=8000"),
            of("-n 17 --mem-per-cpu=8000"),
            of("-B 1:4:2 -n 16"),
            of("-B 2:8:1 -n 32"),
            of("-n 40 --cores-per-socket=8"),
            of("-n 40 --sockets-per-node=2"),
            of("--array=1-2 -n 28 --core-spec=2"),
            of("--array=1-2 -n 28 --thread-spec=4"),
            of("-n 100 --overcommit"),
            of("-N 3 -n 6 --spread-job"),
            of("-n 6 --spread-job"),
            of("-n 64 --contiguous"),
            of("-n 40 --switches=1"),
            of("-n 40 -m cyclic"),
            of("-N 4 --segment=2"),
            of("-n 40 --oversubscribe"),
            of("-n 40 --licenses=matlab:2"),
            of("-C reed -n 40"),
            of("-C reed|h100 -n 40"),
            of("-C [reed*2] -N 2"),
            of("--nodelist=reed03 -n 2"),
            of("--exclude=reed01 -n 2"),
            of("--exclude=reed01 -n 40"),
            of("`-n 40` in two partitions", "-p meadow,capped -n 40"),
            of("heterogeneous job, `-n 20 : -n 20`", "-n 20 : -n 20"),
            of("heterogeneous job, `-n 4 : -n 4`", "-n 4 : -n 4"),
            of("heterogeneous job, `-n 40 : -n 24`", "-n 40 : -n 24"),
            of("heterogeneous job, `-n 12 : -n 12 : -n 8`", "-n 12 : -n 12 : -n 8"),
            of("--exclusive=topo"),
            of("partition with MaxCPUsPerNode=8, `--array=1-4 -n 8`", "-p capped --array=1-4 -n 8"),
            of("partition with MaxCPUsPerNode=8, `-n 20`", "-p capped -n 20"),
            of("partition with MaxCPUsPerSocket=4, `--array=1-4 -n 8`", "-p split --array=1-4 -n 8"),
            of("partition with MaxCPUsPerSocket=4, `-n 20`", "-p split -n 20"),
            of(
                    "partition with MaxMemPerNode=16000, `--array=1-5 -n 1 --mem=16000`",
                    "-p lean --array=1-5 -n 1 --mem=16000"),
            of("partition with MaxMemPerNode=16000, `-n 40 --mem-per-cpu=1000`", "-p lean -n 40 --mem-per-cpu=1000"),
            of("partition with MaxMemPerNode=16000, `-n 1 --mem=20000` (never starts)", "-p lean -n 1 --mem=20000")
                    .waiting(1),
            of("partition with MaxMemPerCPU=1500, `-n 9 --mem-per-cpu=6000`", "-p thrifty -n 9 --mem-per-cpu=6000"),
            of(
                    "partition with MaxMemPerCPU=1500, `--array=1-2 -n 2 --mem=32000`",
                    "-p thrifty --array=1-2 -n 2 --mem=32000"),
            of(
                    "partition with OverSubscribe=FORCE:4, `--array=1-5 -n 32`",
                    "-p forced --mem-per-cpu=10 --array=1-5 -n 32"),
            of("`-n 4 --dependency=singleton` behind a held job", "-n 4 --hold -J twin", "-n 4 -J twin -d singleton")
                    .waiting(2),
            of("-n 4 --hold").waiting(1),
            of("-n 4 --begin=now+1hour").waiting(1),
            of("-n 64 --gpus=16").on(RealNodes.OTTER),
            of("--gpus=12 -n 2").on(RealNodes.OTTER),
            of("-n 6 --gpus-per-task=3").on(RealNodes.OTTER),
            of("-n 9 --gpus-per-task=2").on(RealNodes.OTTER),
            of("--gpus=10 --cpus-per-gpu=12").on(RealNodes.OTTER),
            of("--gpus=10 --mem-per-gpu=200G").on(RealNodes.OTTER),
            of("--gpus=12 --ntasks-per-gpu=2").on(RealNodes.OTTER),
            of("-n 16 --ntasks-per-gpu=1").on(RealNodes.OTTER),
            of("-n 20 --ntasks-per-gpu=4").on(RealNodes.OTTER),
            of("--array=1-3 --gres=gpu:h100:2 --mem-per-gpu=200G").on(RealNodes.OTTER),
            of("--array=1-3 --gres=gpu:h100:2 --mem-per-gpu=300G").on(RealNodes.OTTER),
            of("-N 2 --gpus-per-node=4").on(RealNodes.OTTER),
            of("--array=1-3 --gres=gpu:h100:4").on(RealNodes.OTTER),
            of("--array=1-3 --gres=gpu:h100:5").on(RealNodes.OTTER),
            of("-N 1 --gpus-per-socket=2 --sockets-per-node=2").on(RealNodes.OTTER),
            new RealSubmissions(
                    "`--exclusive=user`, three jobs of two users",
                    RealNodes.REED,
                    List.of(),
                    List.of("ada --exclusive=user -n 2", "ben --exclusive=user -n 2", "ada --exclusive=user -n 2"),
                    0),
            new RealSubmissions(
                    "`--exclusive=user` beside such a job of another user",
                    RealNodes.REED,
                    List.of("ada --exclusive=user -n 2"),
                    List.of("ben --exclusive=user -n 2"),
                    0),
            new RealSubmissions(
                    "`--array=1-16 -n 1` beside a running job of 8 CPUs",
                    RealNodes.REED,
                    List.of("ada -n 8"),
                    List.of("ada --array=1-16 -n 1"),
                    0),
            new RealSubmissions(
                    "`-n 4 -C fresh` beside a job on a node without that feature",
                    RealNodes.REED,
                    List.of("ada -n 8"),
                    List.of("ada -n 4 -C fresh"),
                    0),
            new RealSubmissions(
                    "`-n 2` beside a job whose epilog hangs (COMPLETING)",
                    RealNodes.REED,
                    List.of("ada -n 2", "ended -n 2 --comment=slow-epilog"),
                    List.of("ada -n 2"),
                    0),
            new RealSubmissions(
                    "`-n 4 --reservation` beside a job, with room in the reservation",
                    RealNodes.REED,
                    List.of("ada --reservation=pond -n 4"),
                    List.of("ada --reservation=pond -n 4"),
                    0),
            new RealSubmissions(
                    "`--reservation` that is full, two jobs",
                    RealNodes.REED,
                    List.of("ada --reservation=pond -n 32"),
                    List.of("ada --reservation=pond -n 4", "ada --reservation=pond -n 8"),
                    2),
            of("`-n 4 --reservation` of a node that is away", "--reservation=pond -n 4"),
            of("`-n 4` of 1 h, with a maintenance of one node in 30 min", "-n 4 --comment=before-maintenance"),
            new RealSubmissions(
                    "ten unlike jobs of two users",
                    RealNodes.REED,
                    List.of(),
                    List.of(
                            "ada -n 3",
                            "ben -n 17",
                            "ada -n 1 --mem=30000",
                            "ben -n 40",
                            "ada -c 7",
                            "ada --array=1-5 -n 2",
                            "ben -n 12 --hint=nomultithread",
                            "ada -N 2 -n 2",
                            "ben -n 2 --mem-per-cpu=9000",
                            "ada -n 5"),
                    0));

    static final List<RealSubmissions> ALL = Stream.of(PLACEMENT, LimitSubmissions.ALL, ShapeSubmissions.ALL)
            .flatMap(List::stream)
            .toList();

    static RealSubmissions of(String options) {
        // A vertical bar would end the table cell.
        return of("`" + options.replace("|", "\\|") + "`", options);
    }

    static RealSubmissions of(String title, String... options) {
        return jobs(title, Arrays.stream(options).map(one -> "ada " + one).toArray(String[]::new));
    }

    static RealSubmissions jobs(String title, String... jobs) {
        return new RealSubmissions(title, RealNodes.REED, List.of(), List.of(jobs), 0);
    }

    RealSubmissions(String title, RealNodes nodes, List<String> before, List<String> jobs, long waitingForever) {
        this(title, nodes, before, jobs, waitingForever, RIGHT);
    }

    RealSubmissions waiting(long forever) {
        return new RealSubmissions(title, nodes, before, jobs, forever, knownDesired);
    }

    RealSubmissions on(RealNodes other) {
        return new RealSubmissions(title, other, before, jobs, waitingForever, knownDesired);
    }

    RealSubmissions after(String... running) {
        return new RealSubmissions(title, nodes, List.of(running), jobs, waitingForever, knownDesired);
    }

    /** Marks a kind whose desired size is known to be wrong. */
    RealSubmissions wrong(long desired) {
        return new RealSubmissions(title, nodes, before, jobs, waitingForever, desired);
    }

    /** Creates the partitions for the submissions, and a feature on all nodes except one. */
    static void prepare(RealCluster cluster) throws Exception {
        remove(cluster);
        PARTITIONS.forEach((name, options) -> partition(cluster, name, options));
        features(cluster, "reed,fresh");
    }

    private static void partition(RealCluster cluster, String name, String options) {
        try {
            cluster.cli("sh", "-c", "scontrol create partitionname=" + name + " nodes=reed[01-08] " + options);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(name, e);
        }
    }

    static void remove(RealCluster cluster) throws Exception {
        cluster.cli(
                "sh",
                "-c",
                "for p in " + String.join(" ", PARTITIONS.keySet())
                        + "; do scontrol delete partitionname=$p; done >/dev/null 2>&1" + " || true");
        features(cluster, "reed");
    }

    private static void features(RealCluster cluster, String features) throws Exception {
        cluster.cli(
                "scontrol",
                "update",
                "nodename=reed[02-08]",
                "availablefeatures=" + features,
                "activefeatures=" + features);
    }

    /**
     * Creates the reservation that the submission's jobs request, or a planned reservation. The reservation has only
     * the first node.
     */
    void reserve(RealCluster cluster) throws Exception {
        cluster.cli(
                "sh",
                "-c",
                "for r in pond upkeep license; do scontrol delete reservationname=$r; done >/dev/null 2>&1 || true");
        if (jobs.stream().anyMatch(job -> job.contains("--reservation=pond"))) {
            reserve(cluster, "pond", "starttime=now", "flags=ignore_jobs", "users=ada");
        }
        if (jobs.stream().anyMatch(job -> job.contains("before-maintenance"))) {
            reserve(cluster, "upkeep", "starttime=now+30minutes", "flags=ignore_jobs,maint", "users=root");
        }
    }

    private static void reserve(RealCluster cluster, String name, String start, String flags, String users)
            throws Exception {
        cluster.cli(
                "scontrol",
                "create",
                "reservationname=" + name,
                "nodes=reed01",
                start,
                "duration=infinite",
                flags,
                users);
    }

    void submit(RealCluster cluster, String job) throws Exception {
        if (job.startsWith("sh ")) {
            cluster.cli("sh", "-c", job.substring(3));
            return;
        }
        String[] words = job.split(" ", -1);
        String user = words[0].equals("ended") ? "ada" : words[0];
        List<String> line = new ArrayList<>(List.of("runuser", "-u", user, "--", "sbatch", "--parsable"));
        line.addAll(List.of("--chdir=/tmp", "--output=/dev/null", "-t", "60", "-p", nodes.partition()));
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
