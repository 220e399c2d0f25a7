package dev.sluice.common.tls;

/** Certificates and a key with which no server can serve. Each program has its own words for people. */
public final class UnusableCertificate extends Exception {

    private static final long serialVersionUID = 1;

    private final Problem problem;

    /** What is wrong. */
    public enum Problem {
        /** The text with the certificate holds none. */
        NO_CERTIFICATE,
        /** The text with the key holds none, or an encrypted one. */
        NO_KEY,
        /** The key does not belong to the certificate. */
        OTHER_KEY
    }

    UnusableCertificate(Problem problem, String message) {
        super(message);
        this.problem = problem;
    }

    /** What is wrong. */
    public Problem problem() {
        return problem;
    }
}
