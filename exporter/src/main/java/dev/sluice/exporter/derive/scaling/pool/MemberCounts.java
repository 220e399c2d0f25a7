package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.node.NodeReason;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The node counts of a pool.
 *
 * @param busy nodes with jobs, including draining nodes
 * @param idle empty nodes that accept jobs
 * @param planned idle nodes that slurmctld has planned for pending jobs
 * @param starting pods whose node has not registered yet
 * @param drainingBy nodes that accept no further jobs, including busy nodes, by owner of the drain
 * @param unusableBy pods whose node is empty and unavailable, by kind of the reason
 * @param broken unavailable nodes without those that the operator drained or set down, and brings back or removes
 * @param ghosts node records without a pod
 * @param highestBusyOrdinal highest ordinal of a busy node; -1 if no node is busy
 */
public record MemberCounts(
        long busy,
        long idle,
        long planned,
        long starting,
        SortedMap<String, Long> drainingBy,
        SortedMap<String, Long> unusableBy,
        long broken,
        long ghosts,
        long highestBusyOrdinal) {

    public MemberCounts {
        drainingBy = Collections.unmodifiableSortedMap(drainingBy);
        unusableBy = Collections.unmodifiableSortedMap(unusableBy);
    }

    /**
     * Counts nodes.
     *
     * @param busyNodes bits of the busy nodes, regardless of the node records
     */
    public static MemberCounts of(List<Member> members, BitSet busyNodes) {
        Map<Member.Condition, Long> counts = new EnumMap<>(Member.Condition.class);
        SortedMap<String, Long> draining = new TreeMap<>();
        SortedMap<String, Long> unusable = new TreeMap<>();
        long broken = 0;
        long planned = 0;
        long highest = -1;
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            Member.Condition condition = member.condition();
            if (busyNodes.get(i)) {
                counts.merge(Member.Condition.BUSY, 1L, Long::sum);
                highest = Math.max(highest, member.ordinal());
            } else if (condition != Member.Condition.IDLE || !member.draining()) {
                counts.merge(condition, 1L, Long::sum);
                planned += member.planned() ? 1 : 0;
                if (condition == Member.Condition.UNUSABLE) {
                    NodeReason why = member.outOfService().orElse(NodeReason.OTHER);
                    unusable.merge(why.kind(), 1L, Long::sum);
                    broken += why.operated() ? 0 : 1;
                }
            }
            if (member.draining() && condition != Member.Condition.GHOST) {
                draining.merge(member.outOfService().orElse(NodeReason.OTHER).owner(), 1L, Long::sum);
            }
        }
        return new MemberCounts(
                counts.getOrDefault(Member.Condition.BUSY, 0L),
                counts.getOrDefault(Member.Condition.IDLE, 0L),
                planned,
                counts.getOrDefault(Member.Condition.STARTING, 0L),
                draining,
                unusable,
                broken,
                counts.getOrDefault(Member.Condition.GHOST, 0L),
                highest);
    }

    public long draining() {
        return sum(drainingBy);
    }

    public long unusable() {
        return sum(unusableBy);
    }

    private static long sum(SortedMap<String, Long> parts) {
        return parts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the number of pods without drained idle nodes. */
    public long live() {
        return busy + idle + starting + unusable();
    }
}
