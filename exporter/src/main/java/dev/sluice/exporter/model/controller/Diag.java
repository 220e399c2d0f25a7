package dev.sluice.exporter.model.controller;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * slurmctld's own statistics, as sdiag shows them.
 *
 * @param gauges current values that this API version has
 * @param counters values since slurmctld's last reset that this API version has
 * @param byType requests by message type
 * @param byUser requests by user
 */
public record Diag(
        Map<DiagGauge, Double> gauges, Map<DiagCounter, Long> counters, List<RpcCount> byType, List<RpcCount> byUser) {

    public Diag {
        gauges = Map.copyOf(gauges);
        counters = Map.copyOf(counters);
        byType = List.copyOf(byType);
        byUser = List.copyOf(byUser);
    }

    /**
     * Returns a copy with other user names.
     *
     * @param shown name to show for a user; empty to omit the user
     */
    public Diag withUsers(Function<String, Optional<String>> shown) {
        List<RpcCount> users = byUser.stream()
                .flatMap(count -> shown.apply(count.name()).map(count::named).stream())
                .toList();
        return new Diag(gauges, counters, byType, users);
    }

    public OptionalDouble gauge(DiagGauge gauge) {
        Double value = gauges.get(gauge);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns the time of these statistics by slurmctld's clock; empty if unknown. */
    public Optional<Instant> at() {
        return Optional.ofNullable(gauges.get(DiagGauge.TAKEN_AT)).map(at -> Instant.ofEpochSecond(at.longValue()));
    }

    /** Returns the time of slurmctld's last reset, in seconds since the epoch. */
    public OptionalLong since() {
        Double value = gauges.get(DiagGauge.SINCE);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value.longValue());
    }
}
