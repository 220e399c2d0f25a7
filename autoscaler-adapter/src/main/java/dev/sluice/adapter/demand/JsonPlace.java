package dev.sluice.adapter.demand;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A value of a JSON document, with the path of the value. An unexpected value causes a failure that names the path.
 *
 * @param path such as {@code clusters[0].nodeSets[2].desired}; empty for the document itself
 */
record JsonPlace(JsonNode node, String path) {

    private static final BigDecimal MAX_NUMBER = BigDecimal.valueOf(Integer.MAX_VALUE);
    private static final int MILLIS = 3;
    private static final BigDecimal ONE_MILLI = BigDecimal.ONE.movePointLeft(MILLIS);

    @FunctionalInterface
    interface Reading<T> {
        T read(JsonPlace value) throws ReadFailure;
    }

    /** Returns a member; empty if the member is missing. */
    <T> Optional<T> find(String name, Reading<T> reading) throws ReadFailure {
        expect(node.isObject(), "an object");
        JsonNode member = node.get(name);
        return member == null ? Optional.empty() : Optional.of(reading.read(new JsonPlace(member, path(name))));
    }

    /** Returns a required member. */
    <T> T get(String name, Reading<T> reading) throws ReadFailure {
        return find(name, reading).orElseThrow(() -> missing(name));
    }

    ReadFailure missing(String name) {
        return new ReadFailure(path(name) + " is missing");
    }

    /**
     * Returns the elements of an array, which must have unique names.
     *
     * @param names returns the name of an element, for failures
     * @param owner path of the array's owner in failures
     */
    <T> List<T> distinct(Reading<T> reading, Function<T, String> names, String owner) throws ReadFailure {
        expect(node.isArray(), "an array");
        List<T> elements = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (JsonNode element : node) {
            T read = reading.read(new JsonPlace(element, path + "[" + elements.size() + "]"));
            if (!known.add(names.apply(read))) {
                throw new ReadFailure(owner + " has " + names.apply(read) + " twice");
            }
            elements.add(read);
        }
        return elements;
    }

    String text() throws ReadFailure {
        expect(node.isTextual(), "a text");
        return node.textValue();
    }

    /** Returns a non-empty text. */
    String name() throws ReadFailure {
        String name = text();
        if (name.isEmpty()) {
            throw bad("is empty");
        }
        return name;
    }

    boolean truth() throws ReadFailure {
        expect(node.isBoolean(), "true or false");
        return node.booleanValue();
    }

    /** Returns a number from 0 to the maximum number of replicas in Kubernetes. */
    long count() throws ReadFailure {
        expect(node.isIntegralNumber(), "a whole number");
        return limited().longValue();
    }

    BigDecimal number() throws ReadFailure {
        expect(node.isNumber(), "a number");
        return node.decimalValue();
    }

    Instant time() throws ReadFailure {
        try {
            return Instant.parse(text());
        } catch (DateTimeException e) {
            throw bad("is not a time such as 2026-11-20T08:00:00Z");
        }
    }

    /**
     * Returns a number of seconds, rounded up to a millisecond, so that data never looks younger than it is. Returns 0
     * for less than one millisecond.
     */
    Duration seconds() throws ReadFailure {
        BigDecimal seconds = limited();
        if (seconds.compareTo(ONE_MILLI) < 0) {
            // This branch also avoids the expansion of numbers such as 1e-999999999.
            return Duration.ZERO;
        }
        return Duration.ofMillis(
                seconds.movePointRight(MILLIS).setScale(0, RoundingMode.CEILING).longValue());
    }

    private String path(String member) {
        return path.isEmpty() ? member : path + "." + member;
    }

    private BigDecimal limited() throws ReadFailure {
        BigDecimal number = number();
        if (number.signum() < 0) {
            throw bad("is negative");
        }
        if (number.compareTo(MAX_NUMBER) > 0) {
            throw bad("is more than " + MAX_NUMBER);
        }
        return number;
    }

    private void expect(boolean fits, String wanted) throws ReadFailure {
        if (!fits) {
            throw bad("is not " + wanted);
        }
    }

    ReadFailure bad(String complaint) {
        return new ReadFailure((path.isEmpty() ? "the document" : path) + " " + complaint);
    }
}
