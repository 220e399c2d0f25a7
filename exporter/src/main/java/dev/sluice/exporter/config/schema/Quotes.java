package dev.sluice.exporter.config.schema;

import java.util.Locale;

/** Shows text of the file in a message: on one line, not endlessly, and without what may be a password. */
final class Quotes {

    private static final int LONGEST = 60;

    private Quotes() {}

    static String quote(String text) {
        if (text.contains("//") && text.contains("@")) {
            return "\"...\"";
        }
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().limit(LONGEST).forEach(character -> append(out, character));
        return out.append(text.codePointCount(0, text.length()) > LONGEST ? "..." : "")
                .append('"')
                .toString();
    }

    private static void append(StringBuilder out, int character) {
        if (Character.isISOControl(character) || Character.getType(character) == Character.FORMAT) {
            out.append(String.format(Locale.ROOT, "\\u%04x", character));
        } else {
            out.appendCodePoint(character);
        }
    }
}
