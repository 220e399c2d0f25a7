package dev.sluice.adapter.metrics;

/**
 * Reports a malformed label selector. The message names the position in the selector, in Kubernetes' words if possible.
 */
public final class BadSelector extends Exception {

    private static final long serialVersionUID = 1;

    private final String sentence;

    BadSelector(String sentence) {
        super(sentence);
        this.sentence = sentence;
    }

    /** Returns a readable description of the problem. */
    public String sentence() {
        return sentence;
    }
}
