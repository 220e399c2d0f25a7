package dev.sluice.common.log;

import java.util.function.UnaryOperator;

/**
 * The display of foreign text in a program's log.
 *
 * @param cleaned cleans phrases, values and every line of a stack trace
 * @param setOff in text lines, quotes values of several words and indents stack traces with a tab
 */
public record LogText(UnaryOperator<String> cleaned, boolean setOff) {

    String cleaned(String text) {
        return cleaned.apply(text);
    }

    /** Formats one value of a text line. */
    String value(String value) {
        boolean plain = !setOff || (!value.isEmpty() && value.chars().noneMatch(c -> c <= ' ' || c == '"'));
        return plain ? value : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Returns the prefix of stack trace lines in text format. */
    String indentation() {
        return setOff ? "\t" : "";
    }
}
