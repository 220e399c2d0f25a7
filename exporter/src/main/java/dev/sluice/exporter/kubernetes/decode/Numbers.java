package dev.sluice.exporter.kubernetes.decode;

import java.util.OptionalInt;

/** Whole numbers in texts. */
public final class Numbers {

    private Numbers() {}

    /** The number; empty where the text is none, or none that is at least 0 and fits. */
    public static OptionalInt of(String text) {
        try {
            int number = Integer.parseInt(text);
            return number < 0 ? OptionalInt.empty() : OptionalInt.of(number);
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }
}
