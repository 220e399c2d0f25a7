package dev.sluice.exporter.model.node;

/**
 * How the CPUs of a node are laid out. Numbers are 0 where Slurm does not say.
 *
 * @param boards Boards
 * @param sockets Sockets, of all boards
 * @param cores CoresPerSocket
 * @param threads ThreadsPerCore
 * @param cpus CPUTot, also those that are left to the system
 */
public record NodeLayout(long boards, long sockets, long cores, long threads, long cpus) {

    /** Of a node that has not registered yet. */
    public static final NodeLayout UNKNOWN = new NodeLayout(0, 0, 0, 0, 0);

    /**
     * How many CPUs one core has: ThreadsPerCore, or 1 where slurm.conf counts each core as one CPU ({@code CPUs} is
     * the number of cores), and where the numbers do not agree.
     */
    public long cpusPerCore() {
        return threads > 1 && cpus == sockets * cores * threads ? threads : 1;
    }

    /** How many CPUs one socket has; 0 where unknown. */
    public long cpusPerSocket() {
        return cores * cpusPerCore();
    }
}
