package dev.sluice.lab.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Corrupts members of a JSON response. Changes the text of the response, so the result is not always valid JSON. */
final class SpoiledText {

    private static final String SCALAR = "\"(?:[^\"\\\\]|\\\\.)*\"|-?[0-9][0-9.eE+-]*|true|false|null";
    private static final List<String> ABSURD_NUMBERS = List.of(
            ("-1 -2147483648 -9223372036854775808 18446744073709551615 9223372036854775807 1e308 -1e308 NaN Infinity"
                            + " 1e-300")
                    .split(" "));
    private static final List<String> HOSTILE_TEXTS = List.of(
            "\\n",
            "\\\"} 1\\nslurm_evil{a=\\\"",
            "\\\\",
            "\\u001b[2J\\u001b[31m",
            "\\u0000",
            "\\u2028\\u2029",
            "\\r\\n",
            "\\ud800",
            "\u00ff\u00fe",
            "\\u202e",
            "\\u009b31m");

    private SpoiledText() {}

    static String absurdNumber(Random random) {
        return ABSURD_NUMBERS.get(random.nextInt(ABSURD_NUMBERS.size()));
    }

    static String hostileName(Random random) {
        return random.nextInt(40) == 0 ? "x".repeat(1 << 20) : HOSTILE_TEXTS.get(random.nextInt(HOSTILE_TEXTS.size()));
    }

    static String nested(Random random) {
        int depth = List.of(50, 190, 210, 1000, 100_000).get(random.nextInt(5));
        return random.nextBoolean()
                ? "[".repeat(depth) + "]".repeat(depth)
                : "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
    }

    /** Replaces the values of some members. */
    static byte[] members(byte[] body, Random random, List<String> values) {
        byte[] spoiled = body;
        for (int n = 1 + random.nextInt(6); n > 0; n--) {
            String value = values.get(random.nextInt(values.size()));
            spoiled = one(spoiled, random, "\"\\w+\"\\s*:\\s*(" + SCALAR + ")", old -> value);
        }
        return spoiled;
    }

    /** Replaces the value of one member with this name; removes the member if the value is empty. */
    static byte[] member(byte[] body, Random random, String name, String value) {
        String any = "(?:" + SCALAR + "|\\[[^\\[\\]]*\\]|\\{[^{}]*\\})";
        return value.isEmpty()
                ? one(body, random, "(\"" + name + "\"\\s*:\\s*" + any + "\\s*,)", old -> "")
                : one(body, random, "\"" + name + "\"\\s*:\\s*(" + any + ")", old -> value);
    }

    /** Inserts text into the middle of one text value of a member with one of these names. */
    static byte[] intoText(byte[] body, Random random, String names, String inserted) {
        return one(
                body,
                random,
                "\"(?:" + names + ")\"\\s*:\\s*\"([^\"\\\\]+)\"",
                old -> old.substring(0, old.length() / 2) + inserted + old.substring(old.length() / 2));
    }

    private interface Replacement {
        String of(String old);
    }

    /** Replaces group 1 of one match. */
    private static byte[] one(byte[] body, Random random, String pattern, Replacement replacement) {
        String text = new String(body, ISO_8859_1);
        List<MatchResult> found =
                Pattern.compile(pattern).matcher(text).results().toList();
        if (found.isEmpty()) {
            return body;
        }
        MatchResult at = found.get(random.nextInt(found.size()));
        return (text.substring(0, at.start(1)) + replacement.of(at.group(1)) + text.substring(at.end(1)))
                .getBytes(ISO_8859_1);
    }
}
