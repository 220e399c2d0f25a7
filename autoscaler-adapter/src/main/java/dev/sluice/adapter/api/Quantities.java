package dev.sluice.adapter.api;

import java.util.List;

/** Formats whole numbers in the canonical form of Kubernetes' quantities: {@code 7}, {@code 1500}, {@code 2k}. */
final class Quantities {

    private static final List<String> SUFFIXES = List.of("", "k", "M", "G", "T", "P", "E");
    private static final int STEP = 1000;

    private Quantities() {}

    /** Returns the number with the largest suffix that does not round the number. */
    static String of(long number) {
        long rest = number;
        int suffix = 0;
        while (rest != 0 && rest % STEP == 0) {
            rest /= STEP;
            suffix++;
        }
        return rest + SUFFIXES.get(suffix);
    }
}
