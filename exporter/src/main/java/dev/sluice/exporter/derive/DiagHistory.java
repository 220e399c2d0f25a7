package dev.sluice.exporter.derive;

import dev.sluice.exporter.derive.RpcHistory.Count;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.cluster.Diag;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Sums up slurmctld's counters since the first poll. The totals never decrease, although slurmctld resets its counters
 * every midnight (UTC), at {@code sdiag --reset}, and when slurmctld starts. After a reset, adds the count since the
 * reset.
 */
public final class DiagHistory {

    private final Map<String, Long> totals = new HashMap<>();
    private final Map<String, Long> before = new HashMap<>();
    private final RpcHistory byType;
    private final RpcHistory byUser;
    private OptionalLong since = OptionalLong.empty();

    /**
     * @param topTypes maximum number of message types to count separately; the other types are summed up
     * @param topUsers maximum number of users to count separately
     */
    public DiagHistory(int topTypes, int topUsers) {
        this.byType = new RpcHistory(topTypes);
        this.byUser = new RpcHistory(topUsers);
    }

    /**
     * The totals at one time.
     *
     * @param numbers totals since the first poll of the numbers that slurmctld counts; the totals of others mean
     *     nothing
     * @param byType requests by message type
     */
    public record Totals(Map<String, Long> numbers, SortedMap<String, Count> byType, SortedMap<String, Count> byUser) {}

    /** Adds slurmctld's new counts to the totals. The first call only sets the starting point. */
    public Totals observe(Diag diag) {
        boolean begunAnew = since.isPresent() && diag.since().isPresent() && !since.equals(diag.since());
        diag.numbers().forEach((name, number) -> {
            long now = number.longValue();
            Long last = before.put(name, now);
            long more = last == null ? 0 : now;
            if (last != null && now >= last && (!begunAnew || name.equals(Diag.BACKFILLED_JOBS))) {
                more = now - last;
            }
            totals.merge(name, more, Amounts::sum);
        });
        since = diag.since().isPresent() ? diag.since() : since;
        return new Totals(
                Map.copyOf(totals),
                byType.observe(diag.byType(), diag.since()),
                byUser.observe(diag.byUser(), diag.since()));
    }
}
