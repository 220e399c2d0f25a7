package dev.sluice.exporter.sink.cloudwatch.rollup;

/**
 * One name and value by which CloudWatch tells metrics apart.
 *
 * @param name as alarms and dashboards name it
 * @param value what it is here
 */
public record Dimension(String name, String value) {

    @Override
    public String toString() {
        return name + "=" + value;
    }
}
