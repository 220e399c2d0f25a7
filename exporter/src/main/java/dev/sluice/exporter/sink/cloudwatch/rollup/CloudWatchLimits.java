package dev.sluice.exporter.sink.cloudwatch.rollup;

/**
 * The limits of CloudWatch. The SDK does not check the limits, and CloudWatch refuses an entire request because of one
 * invalid datum.
 */
public final class CloudWatchLimits {

    /** Maximum number of metrics in a request. */
    public static final int MAX_METRICS = 1_000;
    /** Maximum number of values in a datum. */
    public static final int MAX_VALUES = 150;

    private static final int MAX_DIMENSIONS = 30;
    private static final int MAX_NAME_LENGTH = 255;
    private static final int MAX_VALUE_LENGTH = 1_024;
    private static final double LARGEST = Math.pow(2, 360);

    private CloudWatchLimits() {}

    /** Returns true for values in CloudWatch's range; false for NaN and the infinities. */
    static boolean takes(double value) {
        return Math.abs(value) <= LARGEST;
    }

    /** Returns true if CloudWatch accepts the name and the dimensions. */
    static boolean takes(SeriesKey key) {
        return key.dimensions().size() <= MAX_DIMENSIONS
                && text(key.name(), MAX_NAME_LENGTH)
                && key.dimensions().stream()
                        .allMatch(dimension -> !dimension.name().startsWith(":")
                                && text(dimension.name(), MAX_NAME_LENGTH)
                                && text(dimension.value(), MAX_VALUE_LENGTH));
    }

    private static boolean text(String text, int longest) {
        return !text.isBlank()
                && text.length() <= longest
                && text.chars().allMatch(character -> character >= ' ' && character < 0x7f);
    }
}
