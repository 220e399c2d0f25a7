package dev.sluice.exporter.slurm;

import java.util.List;

/**
 * Decodes an answer as its bytes arrive.
 *
 * @param <T> record of the model
 */
interface AnswerDecoder<T> {

    /** Decodes the next bytes; they may be overwritten afterwards. */
    void feed(byte[] bytes, int offset, int length) throws UndecodableAnswer;

    /** What slurmrestd says went wrong, as far as it has been read; an answer that is all error has no list. */
    List<Answer.SlurmError> errors();

    /** The answer, once all bytes were fed. */
    Answer<T> end() throws UndecodableAnswer;
}
