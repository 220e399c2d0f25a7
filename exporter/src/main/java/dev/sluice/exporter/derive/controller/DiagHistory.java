package dev.sluice.exporter.derive.controller;

import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.DiagCounter;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What slurmctld's counters have counted since we first looked. They only grow, although slurmctld sets its own back
 * every midnight (UTC), at {@code sdiag --reset}, and when it starts: what it has counted since is then added.
 */
public final class DiagHistory {

    private final Map<DiagCounter, Long> totals = new EnumMap<>(DiagCounter.class);
    private final Map<DiagCounter, Long> before = new EnumMap<>(DiagCounter.class);
    private final RpcHistory byType;
    private final RpcHistory byUser;
    private OptionalLong since = OptionalLong.empty();

    /**
     * Begins at nothing.
     *
     * @param topTypes how many message types are told apart; the rest is one
     * @param topUsers how many users are
     */
    public DiagHistory(int topTypes, int topUsers) {
        this.byType = new RpcHistory(topTypes);
        this.byUser = new RpcHistory(topUsers);
    }

    /**
     * The counters at one moment.
     *
     * @param counters since we first looked
     * @param byType requests by message type
     * @param byUser requests by user
     */
    public record Totals(Map<DiagCounter, Long> counters, RpcTotals byType, RpcTotals byUser) {}

    /** Takes in what slurmctld says now. The first time is where counting begins: the past is not ours to tell. */
    public Totals observe(Diag diag) {
        boolean begunAnew = since.isPresent() && !since.equals(diag.since());
        diag.counters().forEach((counter, now) -> {
            Long last = before.put(counter, now);
            long more = last == null ? 0 : now;
            if (last != null && now >= last && !(begunAnew && counter.daily())) {
                more = now - last;
            }
            totals.merge(counter, more, Long::sum);
        });
        since = diag.since();
        return new Totals(
                Collections.unmodifiableMap(copy(totals)),
                byType.observe(diag.byType(), diag.since()),
                byUser.observe(diag.byUser(), diag.since()));
    }

    private static Map<DiagCounter, Long> copy(Map<DiagCounter, Long> totals) {
        Map<DiagCounter, Long> copy = new EnumMap<>(DiagCounter.class);
        copy.putAll(totals);
        return copy;
    }
}
