package dev.sluice.adapter.kubernetes;

/** The Kubernetes API server did not do what it was asked for. The message is one line for people, without secrets. */
public final class KubernetesFailure extends Exception {

    private static final long serialVersionUID = 1;
    private static final int NO_ANSWER = 0;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final int status;

    private KubernetesFailure(int status, String message) {
        // Met in the normal course of an outage: a trace would say nothing.
        super(message, null, false, false);
        this.status = status;
    }

    /** It answered, with an error. */
    public static KubernetesFailure answered(int status, String message) {
        return new KubernetesFailure(status, message);
    }

    /** No usable answer came. */
    public static KubernetesFailure unanswered(String message) {
        return new KubernetesFailure(NO_ANSWER, message);
    }

    /** Any failure in one line. */
    public static String describe(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    /** Whether it answered that there is no such thing. */
    public boolean notFound() {
        return status == NOT_FOUND;
    }

    /** Whether it answered that somebody else was faster. */
    public boolean conflict() {
        return status == CONFLICT;
    }
}
