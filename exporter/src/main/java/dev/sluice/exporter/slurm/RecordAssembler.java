package dev.sluice.exporter.slurm;

import java.util.Optional;

/**
 * Puts the members of one record together, as they stream by. A member that is missing or null is simply never given.
 *
 * @param <T> the record of the model
 */
interface RecordAssembler<T> {

    /** Forgets the record before. */
    void begin();

    /** A number, plain or wrapped; unset and unlimited ones are not given. Fractions are cut off. */
    void number(SlurmField field, long value);

    /** A text, or one element of a list of texts. */
    void text(SlurmField field, String value);

    /** A boolean. */
    void flag(SlurmField field, boolean value);

    /** The record, or empty where what identifies it, or its state, is missing. */
    Optional<T> end();

    /** How many parts are kept that records share; each was made for one of them. */
    default int parts() {
        return 0;
    }

    /** The answer has failed: what was kept of it for the next is dropped. */
    default void abandon() {}

    /** What identifies a record among those of its answer. */
    Object key(T made);
}
