package dev.sluice.exporter.state;

/** The content of a usage file cannot be used. The message names the reason. */
final class UnusableState extends Exception {

    private static final long serialVersionUID = 1L;

    UnusableState(String message) {
        super(message);
    }
}
