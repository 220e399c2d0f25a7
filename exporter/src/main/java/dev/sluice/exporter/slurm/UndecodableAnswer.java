package dev.sluice.exporter.slurm;

/** The bytes of an answer are not what slurmrestd would send; the message says where and why, without content. */
final class UndecodableAnswer extends Exception {

    private static final long serialVersionUID = 1;

    UndecodableAnswer(String message) {
        super(message, null, false, false);
    }
}
