package dev.sluice.exporter.realslurm;

/** Equal nodes of the real cluster for a submission, named {@code 01} and up. */
enum RealNodes {
    /** A node with 16 cores, two threads per core, and 64,000 MiB. */
    REED("reed", 8, "meadow"),
    /** A node with 64 cores, 1,000,000 MiB and eight GPUs. */
    OTTER("otter", 3, "h100"),
    /** A node with four GPUs, each split into four shards. */
    NEWT("newt", 2, "shards"),
    /** A node with two GPUs, each with 100 percent for MPS. */
    DACE("dace", 2, "mps"),
    /** A node with 16 cores and eight TPUs. */
    RILL("rill", 2, "rapids");

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

    /** The partition of jobs that request no partition. */
    String partition() {
        return partition;
    }

    /** Returns the first nodes as a hostlist. */
    String first(long nodes) {
        return stem + "[01-0" + nodes + "]";
    }

    /** Returns the name of the node with the ordinal. */
    String node(int ordinal) {
        return stem + "0" + (ordinal + 1);
    }

    /** Returns the NodeSet of the nodes. */
    String nodeSet() {
        return "slurm-worker-" + stem;
    }

    /** Drains all nodes, like an operator that has removed the pods of these nodes. */
    void drain(RealCluster cluster) throws Exception {
        scontrol(cluster, count, "state=drain reason=scaled-in");
    }

    void resume(RealCluster cluster, long nodes) throws Exception {
        scontrol(cluster, nodes, "state=resume");
    }

    private void scontrol(RealCluster cluster, long nodes, String update) throws Exception {
        // Slurm rejects a resume of a node that is already up.
        cluster.cli("sh", "-c", "scontrol update nodename=" + first(nodes) + " " + update + " >/dev/null 2>&1 || true");
    }
}
