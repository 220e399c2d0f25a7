package dev.sluice.simulator.kubernetes.hpa;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What one look of an HPA led to.
 *
 * @param replicas the new number for the spec; empty to leave it
 * @param desired what the status is to say; empty to leave what it says
 * @param average of the metric, in thousandths; empty where the metric was not read or failed
 * @param metricFailed whether the metric was asked for in vain
 * @param conditions in the order in which they are set; a later one of a type replaces an earlier
 */
public record Decision(
        OptionalInt replicas,
        OptionalInt desired,
        OptionalLong average,
        boolean metricFailed,
        List<Condition> conditions) {
    public Decision {
        conditions = List.copyOf(conditions);
    }

    /** A condition of the HPA's status. */
    public record Condition(String type, boolean status, String reason, String message) {}
}
