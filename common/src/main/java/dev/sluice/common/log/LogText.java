package dev.sluice.common.log;

import java.util.function.UnaryOperator;

/**
 * How a program shows text that others wrote in its log.
 *
 * @param cleaned applied to phrases, to values and to every line of a stack trace
 * @param setOff whether a line for people has quotation marks around values of several words, and a tab in front of every
 *     line of a stack trace
 */
public record LogText(UnaryOperator<String> cleaned, boolean setOff) {

    String cleaned(String text) {
        return cleaned.apply(text);
    }

    /** One value on a line for people. */
    String value(String value) {
        boolean plain = !setOff || (!value.isEmpty() && value.chars().noneMatch(c -> c <= ' ' || c == '"'));
        return plain ? value : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** What stands in front of each line of a stack trace on a line for people. */
    String indentation() {
        return setOff ? "\t" : "";
    }
}
