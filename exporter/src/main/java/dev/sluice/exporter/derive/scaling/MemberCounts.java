package dev.sluice.exporter.derive.scaling;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A pool's nodes in numbers.
 *
 * @param highestBusyOrdinal -1 where none is busy
 */
record MemberCounts(
        long busy, long idle, long starting, long draining, long unusable, long ghosts, long highestBusyOrdinal) {

    /**
     * Counts nodes.
     *
     * @param busyNodes names of those that are busy, whatever their record says
     */
    static MemberCounts of(List<Member> members, Set<String> busyNodes) {
        Map<Member.Condition, Long> counts = new EnumMap<>(Member.Condition.class);
        long draining = 0;
        long highest = -1;
        for (Member member : members) {
            Member.Condition condition = member.condition();
            boolean ghost = condition == Member.Condition.GHOST;
            boolean busy = condition == Member.Condition.BUSY || (!ghost && busyNodes.contains(member.node()));
            if (busy) {
                counts.merge(Member.Condition.BUSY, 1L, Long::sum);
                highest = Math.max(highest, member.ordinal());
            } else if (condition != Member.Condition.IDLE || !member.draining()) {
                counts.merge(condition, 1L, Long::sum);
            }
            draining += member.draining() && !ghost ? 1 : 0;
        }
        return new MemberCounts(
                counts.getOrDefault(Member.Condition.BUSY, 0L),
                counts.getOrDefault(Member.Condition.IDLE, 0L),
                counts.getOrDefault(Member.Condition.STARTING, 0L),
                draining,
                counts.getOrDefault(Member.Condition.UNUSABLE, 0L),
                counts.getOrDefault(Member.Condition.GHOST, 0L),
                highest);
    }

    /** Pods that are there, drained ones left out. */
    long live() {
        return busy + idle + starting + unusable;
    }
}
