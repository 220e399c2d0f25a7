package dev.sluice.exporter.realslurm;

/** Equal nodes of the real cluster that a submission may have: by name, {@code 01} and up. */
enum RealNodes {
    /** 16 cores with two threads each and 64,000 MiB. */
    REED("reed", 8, "meadow"),
    /** 64 cores, 1,000,000 MiB and eight GPUs. */
    OTTER("otter", 3, "h100");

    private final String stem;
    private final int count;
    private final String partition;

    RealNodes(String stem, int count, String partition) {
        this.stem = stem;
        this.count = count;
        this.partition = partition;
    }

    int count() {
        return count;
    }

    /** The partition of jobs that name none. */
    String partition() {
        return partition;
    }

    /** The first of them, a hostlist. */
    String first(long nodes) {
        return stem + "[01-0" + nodes + "]";
    }

    /** The name of the one with that ordinal. */
    String node(int ordinal) {
        return stem + "0" + (ordinal + 1);
    }

    /** The NodeSet that they are taken to be of. */
    String nodeSet() {
        return "slurm-worker-" + stem;
    }

    /** Takes all of them out of service, as an operator does that has removed their pods. */
    void drain(RealCluster cluster) throws Exception {
        scontrol(cluster, count, "state=drain reason=scaled-in");
    }

    void resume(RealCluster cluster, long nodes) throws Exception {
        scontrol(cluster, nodes, "state=resume");
    }

    private void scontrol(RealCluster cluster, long nodes, String update) throws Exception {
        // Slurm refuses to resume what is up already.
        cluster.cli("sh", "-c", "scontrol update nodename=" + first(nodes) + " " + update + " >/dev/null 2>&1 || true");
    }
}
