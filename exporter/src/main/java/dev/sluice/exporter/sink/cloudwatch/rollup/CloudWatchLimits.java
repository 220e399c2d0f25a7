package dev.sluice.exporter.sink.cloudwatch.rollup;

/** What CloudWatch takes. The SDK does not check it, and one bad datum makes CloudWatch refuse a whole request. */
public final class CloudWatchLimits {

    /** Of a request. */
    public static final int MAX_METRICS = 1_000;
    /** Of one datum. */
    public static final int MAX_VALUES = 150;

    private static final int MAX_DIMENSIONS = 30;
    private static final int MAX_NAME_LENGTH = 255;
    private static final int MAX_VALUE_LENGTH = 1_024;
    private static final double LARGEST = Math.pow(2, 360);

    private CloudWatchLimits() {}

    /** Whether the value is in the range that CloudWatch can hold; NaN and the infinities are not. */
    public static boolean takes(double value) {
        return Math.abs(value) <= LARGEST;
    }

    /** Whether the name and dimensions are such as CloudWatch takes. */
    public static boolean takes(SeriesKey key) {
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
