package dev.sluice.exporter.kubernetes.decode;

import java.util.OptionalInt;

/** Parses whole numbers. */
public final class Numbers {

    private Numbers() {}

    /**
     * Returns the number; empty for a string that is not a number, for a negative number, and for a number that is too
     * large.
     */
    public static OptionalInt of(String text) {
        try {
            int number = Integer.parseInt(text);
            return number < 0 ? OptionalInt.empty() : OptionalInt.of(number);
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }
}
