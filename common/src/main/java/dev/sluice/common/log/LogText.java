package dev.sluice.common.log;

import java.util.function.UnaryOperator;

/**
 * The display of foreign text in a program's log.
 *
 * @param cleaned cleans phrases, values and every line of a stack trace
 */
public record LogText(UnaryOperator<String> cleaned) {

    String cleaned(String text) {
        return cleaned.apply(text);
    }
}
