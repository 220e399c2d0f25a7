package dev.sluice.exporter.derive.join;

import java.util.HashMap;
import java.util.Map;

/**
 * Reads the texts of a JSON object. Other values are passed over, and where the text stops making sense reading stops:
 * anybody may write a comment.
 */
final class FlatJson {

    private static final int HEX = 16;
    private static final int UNICODE_DIGITS = 4;

    private final String text;
    private int at;
    private boolean broken;

    private FlatJson(String text) {
        this.text = text;
    }

    /** The members of the outermost object whose values are texts; none where the text is no object. */
    static Map<String, String> texts(String text) {
        return new FlatJson(text).members();
    }

    private Map<String, String> members() {
        Map<String, String> members = new HashMap<>();
        skipBlanks();
        if (!take('{')) {
            return members;
        }
        do {
            skipBlanks();
            String key = string();
            skipBlanks();
            if (broken || !take(':')) {
                return members;
            }
            skipBlanks();
            if (at < text.length() && text.charAt(at) == '"') {
                String value = string();
                if (broken) {
                    return members;
                }
                members.put(key, value);
            } else {
                skipValue();
            }
            skipBlanks();
        } while (take(','));
        return members;
    }

    private boolean take(char expected) {
        boolean there = at < text.length() && text.charAt(at) == expected;
        at += there ? 1 : 0;
        return there;
    }

    private void skipBlanks() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }

    private String string() {
        StringBuilder value = new StringBuilder();
        if (!take('"')) {
            broken = true;
            return "";
        }
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return value.toString();
            }
            value.append(c == '\\' ? escaped() : c);
        }
        broken = true;
        return "";
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : '"';
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> unicode();
            default -> c;
        };
    }

    private char unicode() {
        int code = 0;
        for (int i = 0; i < UNICODE_DIGITS; i++) {
            int digit = at < text.length() ? Character.digit(text.charAt(at++), HEX) : -1;
            broken |= digit < 0;
            code = code * HEX + Math.max(0, digit);
        }
        return (char) code;
    }

    /** Leaves the position at the comma or bracket behind a number, a word, a list or an object. */
    private void skipValue() {
        int depth = 0;
        while (at < text.length() && !broken) {
            char c = text.charAt(at);
            if (c == '"') {
                string();
                continue;
            }
            if (depth == 0 && (c == ',' || c == '}')) {
                return;
            }
            if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            }
            at++;
        }
    }
}
