package dev.sluice.exporter.simulate.swf;

/** A file that is not in the Standard Workload Format; the message says where and why. */
public final class SwfException extends Exception {

    private static final long serialVersionUID = 1L;

    SwfException(String message) {
        super(message);
    }
}
