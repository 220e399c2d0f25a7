package dev.sluice.exporter.alerts;

import dev.sluice.exporter.model.Buckets;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The unit of a number in a rule. The suffix of the parameter's name determines the unit; the unit determines the form
 * in config.yaml and the valid range.
 */
enum ParameterKind {
    /** {@code ratio}, {@code idleRatio}: a fraction. */
    RATIO("ratio", "a number above 0 and below 1, such as 0.25 for a quarter"),
    /** {@code jobsOver}: a threshold that the value must exceed. */
    COUNT("over", "a whole number from 0 to 1000000"),
    /** {@code factor}: a multiple. */
    FACTOR("factor", "a number from 1 to 1000, such as 3"),
    /** {@code waitTime}: an age. The rule contains the age in seconds. */
    TIME("time", "a time from 1m to 52w with a unit, such as 30m, 6h, 2d or 1w"),
    /** {@code window}: the range in the rule. The minimum of five minutes contains several scrapes. */
    WINDOW("window", "a time from 5m to 4w with a unit, such as 30m, 6h or 2d"),
    /** {@code for}: the time for which the condition must hold. */
    HOLD("for", "a time from 1m to 4w with a unit, such as 30m, 6h or 2d"),
    SEVERITY("severity", "critical, warning or info"),
    /** {@code within}: the wait time of an objective. The rule contains the wait time in seconds. */
    WITHIN("within", "a bucket bound of slurm_job_wait_seconds: " + bounds()),
    /** {@code percent}: the target of an objective; the rule contains the error budget as a ratio. */
    PERCENT("percent", "a number from 84 to 99.99, such as 99.5");

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(?:\\.\\d{1,6})?");
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private final String ending;
    private final String expected;

    ParameterKind(String ending, String expected) {
        this.ending = ending;
        this.expected = expected;
    }

    private static String bounds() {
        return Buckets.JOB_SECONDS.upperBounds().stream()
                .map(bound -> Times.text(bound.longValue()))
                .collect(Collectors.joining(", "));
    }

    /** Returns the kind of the parameter with this name. */
    static ParameterKind of(String name) {
        return List.of(values()).stream()
                .filter(kind -> name.endsWith(kind.ending)
                        || name.endsWith(Character.toUpperCase(kind.ending.charAt(0)) + kind.ending.substring(1)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown suffix of a parameter: " + name));
    }

    String expected() {
        return expected;
    }

    /** Converts a rule's number to its form in config.yaml. */
    String shown(String written) {
        return switch (this) {
            case TIME, WITHIN -> Times.text(new BigDecimal(written).longValue());
            case PERCENT -> plain(HUNDRED.subtract(new BigDecimal(written).multiply(HUNDRED)));
            case RATIO, COUNT, FACTOR, WINDOW, HOLD, SEVERITY -> written;
        };
    }

    /**
     * Converts a value of config.yaml to the rule's form, in the notation of the replaced number. Empty if the value is
     * invalid.
     */
    Optional<String> written(String value, String replaced) {
        return switch (this) {
            case RATIO -> number(value, "0.000001", "0.999999").map(ParameterKind::plain);
            case COUNT ->
                number(value, "0", "1000000").filter(n -> !value.contains(".")).map(ParameterKind::plain);
            case FACTOR -> number(value, "1", "1000").map(ParameterKind::plain);
            case PERCENT ->
                number(value, "84", "99.99").map(n -> plain(HUNDRED.subtract(n).movePointLeft(2)));
            case TIME -> time(value, "1m", "52w").map(String::valueOf);
            case WITHIN ->
                time(value, "1s", "52w")
                        .filter(seconds -> Buckets.JOB_SECONDS.upperBounds().contains((double) seconds))
                        .map(seconds -> seconds + (replaced.endsWith(".0") ? ".0" : ""));
            case WINDOW -> time(value, "5m", "4w").map(unused -> value);
            case HOLD -> time(value, "1m", "4w").map(unused -> value);
            case SEVERITY ->
                List.of("critical", "warning", "info").contains(value) ? Optional.of(value) : Optional.empty();
        };
    }

    private static Optional<BigDecimal> number(String value, String low, String high) {
        if (!NUMBER.matcher(value).matches()) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(value);
        boolean inside = number.compareTo(new BigDecimal(low)) >= 0 && number.compareTo(new BigDecimal(high)) <= 0;
        return inside ? Optional.of(number) : Optional.empty();
    }

    private static Optional<Long> time(String value, String low, String high) {
        return Times.seconds(value)
                .filter(seconds -> seconds >= Times.seconds(low).orElseThrow()
                        && seconds <= Times.seconds(high).orElseThrow());
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }
}
