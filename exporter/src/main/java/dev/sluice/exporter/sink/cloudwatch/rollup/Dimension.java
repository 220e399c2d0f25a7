package dev.sluice.exporter.sink.cloudwatch.rollup;

/**
 * One CloudWatch dimension.
 *
 * @param name as in alarms and dashboards
 * @param value its value
 */
public record Dimension(String name, String value) {

    @Override
    public String toString() {
        return name + "=" + value;
    }
}
