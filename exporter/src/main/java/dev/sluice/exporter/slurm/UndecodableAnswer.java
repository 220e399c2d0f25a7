package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;

/** The bytes of an answer are not what slurmrestd would send; the message says where and why, without content. */
final class UndecodableAnswer extends Exception {

    private static final long serialVersionUID = 1;

    private final FailureKind kind;
    private final String reason;

    UndecodableAnswer(String message) {
        this(FailureKind.UNDECODABLE, message);
    }

    private UndecodableAnswer(FailureKind kind, String reason) {
        super(reason, null, false, false);
        this.kind = kind;
        this.reason = reason;
    }

    /** The answer holds more than is kept of one. */
    static UndecodableAnswer tooLarge(String message) {
        return new UndecodableAnswer(FailureKind.TOO_LARGE, message);
    }

    boolean tooLarge() {
        return kind == FailureKind.TOO_LARGE;
    }

    FetchFailure failure() {
        return new FetchFailure(kind, reason);
    }
}
