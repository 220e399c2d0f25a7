package dev.sluice.adapter.metrics;

/** A label selector that is malformed; the message says where, in Kubernetes' words where it has some. */
public final class BadSelector extends Exception {

    private static final long serialVersionUID = 1;

    private final String sentence;

    BadSelector(String sentence) {
        super(sentence);
        this.sentence = sentence;
    }

    /** What is wrong, for people. */
    public String sentence() {
        return sentence;
    }
}
