package dev.sluice.adapter.metrics;

/**
 * Reports a malformed label selector. The message names the position in the selector, in Kubernetes' words if possible.
 */
public final class BadSelector extends Exception {

    private static final long serialVersionUID = 1;

    BadSelector(String sentence) {
        super(sentence);
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
