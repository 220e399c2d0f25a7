package dev.sluice.lab.scheduling.job;

/** The memory that a job requests, in MiB per CPU or per node. */
public record Memory(boolean perCpu, long mebibytes) {

    public static Memory perCpu(long mebibytes) {
        return new Memory(true, mebibytes);
    }

    public static Memory perNode(long mebibytes) {
        return new Memory(false, mebibytes);
    }

    long onNode(int cpus) {
        return perCpu ? mebibytes * cpus : mebibytes;
    }
}
