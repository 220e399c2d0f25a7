package dev.sluice.exporter.rules;

/** Text that is not PromQL; the message says where and why. */
public final class PromQlException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PromQlException(String text, int at, String problem) {
        super(problem + " at character " + (at + 1) + " of: " + text);
    }
}
