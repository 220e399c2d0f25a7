package dev.sluice.exporter.rules;

/** Reports text that is not PromQL. The message contains the position and the reason. */
public final class PromQlException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PromQlException(String text, int at, String problem) {
        super(problem + " at character " + (at + 1) + " of: " + text);
    }
}
