package dev.sluice.common.demand;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;

/** Checks the members of the documents. Each message begins with the name of the member. */
final class Counts {

    /** Maximum number of replicas in Kubernetes, and of seconds. */
    static final long MAX = Integer.MAX_VALUE;

    static final BigDecimal MAX_DECIMAL = BigDecimal.valueOf(MAX);

    private Counts() {}

    static void check(String member, long number) {
        if (number < 0) {
            throw new IllegalArgumentException(member + " is negative");
        }
        if (number > MAX) {
            throw new IllegalArgumentException(member + " is more than " + MAX);
        }
    }

    static void check(String member, Duration duration) {
        check(member, duration.isNegative() ? -1 : duration.toSeconds());
    }

    static void named(String member, String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException(member + " is empty");
        }
    }

    static <T> void distinct(String member, Collection<T> elements, Function<T, String> name) {
        Set<String> known = new HashSet<>();
        for (T element : elements) {
            if (!known.add(name.apply(element))) {
                throw new IllegalArgumentException(member + " has " + name.apply(element) + " twice");
            }
        }
    }
}
