package dev.sluice.chaos.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Corrupts members of a JSON response. Changes the text of the response, so the result is not always valid JSON. */
final class SpoiltText {

    private static final String SCALAR = "(\"(?:[^\"\\\\]|\\\\.)*\"|-?[0-9][0-9.eE+-]*|true|false|null)";

    private SpoiltText() {}

    /** Replaces the values of some members. */
    static byte[] members(byte[] body, Random random, List<String> values) {
        String text = new String(body, ISO_8859_1);
        for (int n = 1 + random.nextInt(6); n > 0; n--) {
            text = one(text, random, "\"\\w+\"\\s*:\\s*" + SCALAR, values.get(random.nextInt(values.size())));
        }
        return text.getBytes(ISO_8859_1);
    }

    /** Replaces the value of one member with this name; removes the member if the value is empty. */
    static byte[] member(byte[] body, Random random, String name, String value) {
        String text = new String(body, ISO_8859_1);
        String anyValue = "(" + SCALAR.substring(1, SCALAR.length() - 1) + "|\\[[^\\[\\]]*\\]|\\{[^{}]*\\})";
        if (value.isEmpty()) {
            return whole(text, random, "\"" + name + "\"\\s*:\\s*" + anyValue + "\\s*,")
                    .getBytes(ISO_8859_1);
        }
        return one(text, random, "\"" + name + "\"\\s*:\\s*" + anyValue, value).getBytes(ISO_8859_1);
    }

    /** Inserts text into the middle of one text value of a member with one of these names. */
    static byte[] intoText(byte[] body, Random random, String names, String inserted) {
        String text = new String(body, ISO_8859_1);
        List<MatchResult> found = found(text, "\"(?:" + names + ")\"\\s*:\\s*\"([^\"\\\\]+)\"");
        if (found.isEmpty()) {
            return body;
        }
        MatchResult at = found.get(random.nextInt(found.size()));
        int middle = (at.start(1) + at.end(1)) / 2;
        return (text.substring(0, middle) + inserted + text.substring(middle)).getBytes(ISO_8859_1);
    }

    /** Repeats the first record of a list. */
    static byte[] recordTwice(byte[] body, String list) {
        String text = new String(body, ISO_8859_1);
        int from = text.indexOf('{', Math.max(0, text.indexOf("\"" + list + "\"")));
        int to = end(text, from);
        return to < 0 ? body : (text.substring(0, to) + "," + text.substring(from)).getBytes(ISO_8859_1);
    }

    private static int end(String text, int from) {
        int depth = 0;
        boolean quoted = false;
        for (int i = Math.max(from, 0); i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c == '\\') {
                    i++;
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }

    private static String one(String text, Random random, String pattern, String value) {
        List<MatchResult> found = found(text, pattern);
        if (found.isEmpty()) {
            return text;
        }
        MatchResult at = found.get(random.nextInt(found.size()));
        return text.substring(0, at.start(1)) + value + text.substring(at.end(1));
    }

    private static String whole(String text, Random random, String pattern) {
        List<MatchResult> found = found(text, pattern);
        if (found.isEmpty()) {
            return text;
        }
        MatchResult at = found.get(random.nextInt(found.size()));
        return text.substring(0, at.start()) + text.substring(at.end());
    }

    private static List<MatchResult> found(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().toList();
    }
}
