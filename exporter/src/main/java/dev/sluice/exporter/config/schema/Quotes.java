package dev.sluice.exporter.config.schema;

import java.util.Locale;

/** Quotes text of the file in messages. Quoted text has one line, a limited length and no possible passwords. */
public final class Quotes {

    private static final int MAX_LENGTH = 60;

    private Quotes() {}

    /** Returns the quoted text. If the text may contain a password, returns three dots. */
    public static String quote(String text) {
        if (text.contains("//") && text.contains("@")) {
            return "\"...\"";
        }
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().limit(MAX_LENGTH).forEach(character -> append(out, character));
        return out.append(text.codePointCount(0, text.length()) > MAX_LENGTH ? "..." : "")
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
