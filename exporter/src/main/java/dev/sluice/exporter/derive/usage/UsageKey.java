package dev.sluice.exporter.derive.usage;

import java.util.Comparator;

/**
 * The account, user, partition and GPU type that used resources.
 *
 * @param account account, as published
 * @param user user, as published
 * @param partition partition in which the job ran
 * @param nodeSet NodeSet of all nodes of the job; empty if the nodes are in none or in several, or if not known
 * @param gpuType GPU type; {@code none} without GPUs, {@code untyped} if Slurm reports no type
 */
public record UsageKey(String account, String user, String partition, String nodeSet, String gpuType)
        implements Comparable<UsageKey> {

    /** GPU type of jobs without GPUs. */
    public static final String NO_GPU = "none";

    private static final Comparator<UsageKey> ORDER = Comparator.comparing(UsageKey::account)
            .thenComparing(UsageKey::user)
            .thenComparing(UsageKey::partition)
            .thenComparing(UsageKey::nodeSet)
            .thenComparing(UsageKey::gpuType);

    UsageKey with(String usedNodeSet, String usedGpuType) {
        return new UsageKey(account, user, partition, usedNodeSet, usedGpuType);
    }

    public UsageKey named(String otherAccount, String otherUser) {
        return new UsageKey(otherAccount, otherUser, partition, nodeSet, gpuType);
    }

    @Override
    public int compareTo(UsageKey other) {
        return ORDER.compare(this, other);
    }
}
