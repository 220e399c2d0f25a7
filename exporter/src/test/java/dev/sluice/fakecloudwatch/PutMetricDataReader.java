package dev.sluice.fakecloudwatch;

import dev.sluice.fakecloudwatch.Cbor.Tagged;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decodes a request. Refuses a request that violates a limit of the service. A request never succeeds partially. */
final class PutMetricDataReader {

    private static final int MAX_METRICS = 1_000;
    private static final int MAX_VALUES = 150;
    private static final int MAX_DIMENSIONS = 30;
    private static final double LARGEST = Math.pow(2, 360);
    private static final Duration OLDEST = Duration.ofDays(14);
    private static final Duration AHEAD = Duration.ofHours(2);
    private static final Set<String> MEMBERS = Set.of(
            "MetricName",
            "Dimensions",
            "Timestamp",
            "Value",
            "Values",
            "Counts",
            "StatisticValues",
            "Unit",
            "StorageResolution");
    private static final Set<String> UNITS =
            Set.of(("Seconds Microseconds Milliseconds Bytes Kilobytes Megabytes Gigabytes Terabytes Bits Kilobits"
                            + " Megabits Gigabits Terabits Percent Count Bytes/Second Kilobytes/Second Megabytes/Second"
                            + " Gigabytes/Second Terabytes/Second Bits/Second Kilobits/Second Megabits/Second"
                            + " Gigabits/Second Terabits/Second Count/Second None")
                    .split(" ", -1));

    private final Instant now;

    PutMetricDataReader(Instant now) {
        this.now = now;
    }

    /**
     * The content of a request.
     *
     * @param namespace CloudWatch namespace
     * @param data data of the request
     */
    record Put(String namespace, List<PutDatum> data) {}

    Put read(Object body) throws RefusedRequest {
        Map<String, Object> request = map(body, "the request");
        onlyMembers(request, Set.of("Namespace", "MetricData"));
        String namespace = text(request, "Namespace", 255);
        require(!namespace.startsWith(":"), "Namespace must not start with a colon");
        require(!namespace.startsWith("AWS/"), "The value AWS/ for parameter Namespace is invalid.");
        List<Object> items = list(request, "MetricData");
        require(!items.isEmpty(), "MetricData is empty");
        require(items.size() <= MAX_METRICS, "The collection MetricData must not have a size greater than 1000.");
        List<PutDatum> data = new ArrayList<>();
        for (Object item : items) {
            data.add(datum(map(item, "MetricData")));
        }
        return new Put(namespace, List.copyOf(data));
    }

    private PutDatum datum(Map<String, Object> datum) throws RefusedRequest {
        onlyMembers(datum, MEMBERS);
        String name = text(datum, "MetricName", 255);
        Object unit = datum.getOrDefault("Unit", "None");
        require(unit instanceof String && UNITS.contains(unit), "The value " + unit + " for parameter Unit is invalid");
        Object resolution = datum.getOrDefault("StorageResolution", 60L);
        require(resolution.equals(1L) || resolution.equals(60L), "StorageResolution must be 1 or 60");
        List<Double> values = values(datum);
        List<Double> counts = datum.containsKey("Counts")
                ? numbers(list(datum, "Counts"), "Counts")
                : Collections.nCopies(values.size(), 1.0);
        require(counts.size() == values.size(), "Values and Counts must have the same length");
        require(counts.stream().allMatch(count -> count >= 0), "Counts must not be negative");
        return new PutDatum(name, dimensions(datum), timestamp(datum), (String) unit, values, counts);
    }

    private List<Double> values(Map<String, Object> datum) throws RefusedRequest {
        boolean single = datum.containsKey("Value");
        boolean several = datum.containsKey("Values");
        require(!datum.containsKey("StatisticValues"), "StatisticValues are not used by Sluice");
        require(single ^ several, "The parameters Value and Values are mutually exclusive and one is required");
        require(!datum.containsKey("Counts") || several, "Counts need Values");
        List<Double> values =
                single ? numbers(List.of(present(datum, "Value")), "Value") : numbers(list(datum, "Values"), "Values");
        require(!values.isEmpty(), "Values is empty");
        require(values.size() <= MAX_VALUES, "The collection Values must not have a size greater than 150.");
        require(values.stream().distinct().count() == values.size(), "Values must be unique");
        return values;
    }

    private static Map<String, String> dimensions(Map<String, Object> datum) throws RefusedRequest {
        Map<String, String> dimensions = new LinkedHashMap<>();
        List<Object> items = datum.containsKey("Dimensions") ? list(datum, "Dimensions") : List.of();
        require(items.size() <= MAX_DIMENSIONS, "The collection Dimensions must not have a size greater than 30.");
        for (Object item : items) {
            Map<String, Object> dimension = map(item, "Dimensions");
            onlyMembers(dimension, Set.of("Name", "Value"));
            String name = text(dimension, "Name", 255);
            require(!name.startsWith(":"), "A dimension's name must not start with a colon");
            require(
                    dimensions.put(name, text(dimension, "Value", 1_024)) == null,
                    "Dimension " + name + " is there twice");
        }
        return dimensions;
    }

    private Instant timestamp(Map<String, Object> datum) throws RefusedRequest {
        Object timestamp = present(datum, "Timestamp");
        if (!(timestamp instanceof Tagged tagged) || tagged.tag() != 1 || !(tagged.value() instanceof Number seconds)) {
            throw new RefusedRequest(Refusal.invalid("Timestamp is not epoch seconds (tag 1)"));
        }
        Instant at = Instant.ofEpochMilli(Math.round(seconds.doubleValue() * 1_000));
        require(!at.isBefore(now.minus(OLDEST)), "The parameter Timestamp must be within the last two weeks");
        require(!at.isAfter(now.plus(AHEAD)), "The parameter Timestamp must be less than two hours in the future");
        return at;
    }

    private static List<Double> numbers(List<Object> items, String what) throws RefusedRequest {
        List<Double> numbers = new ArrayList<>();
        for (Object item : items) {
            if (!(item instanceof Number number)) {
                throw new RefusedRequest(Refusal.invalid(what + " is not a number"));
            }
            double value = number.doubleValue();
            require(!Double.isNaN(value), "The value NaN for parameter " + what + " is invalid.");
            require(Math.abs(value) <= LARGEST, "The value " + value + " for parameter " + what + " is out of range.");
            numbers.add(value);
        }
        return numbers;
    }

    private static String text(Map<String, Object> members, String name, int longest) throws RefusedRequest {
        if (!(present(members, name) instanceof String text)) {
            throw new RefusedRequest(Refusal.invalid(name + " is not a text"));
        }
        require(!text.isBlank(), "The parameter " + name + " must contain at least one non-blank character.");
        require(text.length() <= longest, "The parameter " + name + " must be at most " + longest + " characters");
        require(
                text.chars().allMatch(character -> character >= ' ' && character < 0x7f),
                "The parameter " + name + " contains non-ASCII characters.");
        return text;
    }

    private static Object present(Map<String, Object> members, String name) throws RefusedRequest {
        Object value = members.get(name);
        if (value == null) {
            throw new RefusedRequest(Refusal.missing(name));
        }
        return value;
    }

    private static void onlyMembers(Map<String, Object> members, Set<String> known) throws RefusedRequest {
        for (String name : members.keySet()) {
            require(known.contains(name), "Unknown parameter " + name);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value, String what) throws RefusedRequest {
        require(value instanceof Map, what + " is not a structure");
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Map<String, Object> members, String name) throws RefusedRequest {
        Object value = present(members, name);
        require(value instanceof List, name + " is not a list");
        return (List<Object>) value;
    }

    private static void require(boolean good, String message) throws RefusedRequest {
        if (!good) {
            throw new RefusedRequest(Refusal.invalid(message));
        }
    }
}
