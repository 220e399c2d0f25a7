package dev.sluice.exporter.config.schema;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that the user probably meant. */
public final class Suggestions {

    private static final int MAX_LENGTH = 40;

    private Suggestions() {}

    /** Returns the most similar word within one or two typing errors. Ignores case, {@code -} and {@code _}. */
    public static Optional<String> nearest(String typed, Collection<String> words) {
        if (typed.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String bare = bare(typed);
        return words.stream()
                .filter(word -> distance(bare, bare(word)) <= tolerance(word))
                .min(Comparator.comparingInt(word -> distance(bare, bare(word))));
    }

    private static int tolerance(String word) {
        return word.length() < 5 ? 1 : 2;
    }

    private static String bare(String word) {
        return word.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }

    /** Counts insertions, deletions, replacements and swaps of adjacent characters (optimal string alignment). */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cheapest(int[][] cost, String a, String b, int i, int j) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int best = Math.min(cost[i - 1][j - 1] + (same ? 0 : 1), Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
