package dev.sluice.exporter.derive.waste;

/** One kind of waste of one job, with the amounts. */
public sealed interface Finding {

    FindingCode code();

    /**
     * The job holds a share of its nodes' CPUs or memory that is far larger than its share of the nodes' GPUs.
     *
     * @param code {@link FindingCode#CPU_SHARE} or {@link FindingCode#MEMORY_SHARE}
     * @param held CPUs, or bytes of memory, of the job
     * @param all CPUs, or bytes of memory, of the job's nodes
     * @param nodeGpus GPUs of the job's nodes
     * @param nodes number of the job's nodes
     */
    record Share(FindingCode code, long held, long all, long gpus, long nodeGpus, long nodes) implements Finding {}

    /**
     * The job holds GPUs on more nodes than needed.
     *
     * @param nodes number of the job's nodes
     * @param needed number of these nodes that are enough for the job's GPUs, CPUs, memory and tasks
     */
    record Spread(long gpus, long nodes, long needed) implements Finding {

        @Override
        public FindingCode code() {
            return FindingCode.SPREAD_NODES;
        }
    }

    /**
     * The job shares its nodes with no other job, and requested few of the nodes' GPUs.
     *
     * @param requested GPUs that the job requested
     * @param nodeGpus GPUs of the job's nodes
     * @param nodes number of the job's nodes
     */
    record WholeNode(long requested, long nodeGpus, long nodes) implements Finding {

        @Override
        public FindingCode code() {
            return FindingCode.WHOLE_NODE;
        }
    }

    /**
     * The job holds no GPU, but holds CPUs or memory that idle GPUs of its node need.
     *
     * @param gpus idle GPUs that jobs could use without this job
     */
    record Stranded(long gpus, long cpus, long memoryBytes) implements Finding {

        @Override
        public FindingCode code() {
            return FindingCode.STRANDED_GPUS;
        }
    }

    /**
     * The job's time limit is long, and similar jobs used only a small part of this limit.
     *
     * @param similarJobs number of completed jobs of the user with an equal partition, time limit and GPUs
     * @param longestSeconds the longest run time of these jobs
     */
    record TimeLimit(long limitSeconds, long similarJobs, long longestSeconds) implements Finding {

        @Override
        public FindingCode code() {
            return FindingCode.TIME_LIMIT;
        }
    }
}
