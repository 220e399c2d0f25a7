package dev.sluice.common.tls;

/** Reports a certificate or key that is unusable for a server. Each program has its own messages. */
public final class UnusableCertificate extends Exception {

    private static final long serialVersionUID = 1;

    private final Problem problem;

    /** The kind of problem. */
    public enum Problem {
        /** The certificate's text has no certificate. */
        NO_CERTIFICATE,
        /** The key's text has no key, or an encrypted key. */
        NO_KEY,
        /** The key does not match the certificate. */
        OTHER_KEY
    }

    UnusableCertificate(Problem problem, String message) {
        super(message);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
