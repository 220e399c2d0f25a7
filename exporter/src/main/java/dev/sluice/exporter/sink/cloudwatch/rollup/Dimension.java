package dev.sluice.exporter.sink.cloudwatch.rollup;

/**
 * One CloudWatch dimension.
 *
 * @param name name in alarms and dashboards
 * @param value value of the dimension
 */
public record Dimension(String name, String value) {

    @Override
    public String toString() {
        return name + "=" + value;
    }
}
