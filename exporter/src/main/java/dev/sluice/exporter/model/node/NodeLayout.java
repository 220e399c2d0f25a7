package dev.sluice.exporter.model.node;

/**
 * The CPU layout of a node. Numbers are 0 if unknown.
 *
 * @param sockets Sockets of all boards
 * @param cores CoresPerSocket
 * @param threads ThreadsPerCore
 * @param cpus CPUTot, including the CPUs that are reserved for the system
 */
public record NodeLayout(long boards, long sockets, long cores, long threads, long cpus) {

    /** The layout of a node that has not registered yet. */
    public static final NodeLayout UNKNOWN = new NodeLayout(0, 0, 0, 0, 0);

    /**
     * Returns the number of CPUs per core: ThreadsPerCore, or 1. The number is 1 if slurm.conf counts each core as one
     * CPU ({@code CPUs} is the number of cores), or if the numbers of the layout do not agree.
     */
    public long cpusPerCore() {
        return threads > 1 && cpus == sockets * cores * threads ? threads : 1;
    }

    /** Returns the number of CPUs per socket; 0 if unknown. */
    public long cpusPerSocket() {
        return cores * cpusPerCore();
    }
}
