package dev.sluice.adapter.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

/**
 * A random selector, with its meaning. The meaning is independent of the parser.
 *
 * @param meaning returns true if the selector matches the labels
 */
record RandomSelector(String text, Predicate<Map<String, String>> meaning) {

    private static final List<String> KEYS = List.of("a", "b-c", "in", "x.io/d");
    private static final List<String> VALUES = List.of("", "1", "2", "in", "V_w");

    static Map<String, String> labels(Random random) {
        Map<String, String> labels = new HashMap<>();
        for (String key : KEYS) {
            if (random.nextInt(3) > 0) {
                labels.put(key, pick(random, VALUES));
            }
        }
        return labels;
    }

    static RandomSelector draw(Random random) {
        RandomSelector all = requirement(random);
        for (int more = random.nextInt(3); more > 0; more--) {
            RandomSelector next = requirement(random);
            all = new RandomSelector(
                    all.text + blank(random) + "," + blank(random) + next.text, all.meaning.and(next.meaning));
        }
        return all;
    }

    private static RandomSelector requirement(Random random) {
        String key = pick(random, KEYS);
        String value = pick(random, VALUES);
        Predicate<Map<String, String>> has = labels -> labels.containsKey(key);
        Predicate<Map<String, String>> is = labels -> value.equals(labels.get(key));
        return switch (random.nextInt(7)) {
            case 0 -> new RandomSelector(key, has);
            case 1 -> new RandomSelector("!" + blank(random) + key, has.negate());
            case 2 -> new RandomSelector(key + blank(random) + "=" + blank(random) + value, is);
            case 3 -> new RandomSelector(key + blank(random) + "==" + blank(random) + value, is);
            case 4 -> new RandomSelector(key + blank(random) + "!=" + blank(random) + value, is.negate());
            default -> ofSet(random, key);
        };
    }

    private static RandomSelector ofSet(Random random, String key) {
        List<String> values = new ArrayList<>();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            // Parentheses with a single empty value would be an empty set.
            values.add(pick(random, count == 1 && values.isEmpty() ? VALUES.subList(1, 5) : VALUES));
        }
        Predicate<Map<String, String>> among = labels -> labels.containsKey(key) && values.contains(labels.get(key));
        boolean in = random.nextBoolean();
        String list = "(" + blank(random) + String.join(blank(random) + "," + blank(random), values) + ")";
        return new RandomSelector(
                key + " " + (in ? "in" : "notin") + blank(random) + list, in ? among : among.negate());
    }

    private static String pick(Random random, List<String> words) {
        return words.get(random.nextInt(words.size()));
    }

    private static String blank(Random random) {
        return random.nextInt(3) == 0 ? " " : "";
    }
}
