package dev.sluice.exporter.truth.tool;

/** A tool's value for one series: a number, or a range if time passed or the tool truncated digits. */
public record Range(double low, double high) {

    private static final double ROUNDING = 1e-9;

    public static Range exactly(double value) {
        return new Range(value, value);
    }

    Range plus(double amount) {
        return new Range(low + amount, high + amount);
    }

    public boolean contains(double value) {
        return value == low || (value >= low - margin(low) && value <= high + margin(high));
    }

    private static double margin(double value) {
        return Math.abs(value) * ROUNDING;
    }

    @Override
    public String toString() {
        return low == high ? Double.toString(low) : low + " to " + high;
    }
}
