package dev.sluice.exporter.slurm.decode;

import java.util.Optional;

/**
 * Makes a record of the model of its members.
 *
 * @param <T> the record of the model
 */
public interface RecordAssembler<T> {

    /** The record, or empty where what identifies it, or its state, is missing. */
    Optional<T> assemble(FieldValues values);

    /** How many parts are kept that records share; each was made for one of them. */
    default int parts() {
        return 0;
    }

    /** The answer has failed: what was kept of it for the next is dropped. */
    default void abandon() {}

    /** What identifies a record among those of its answer. */
    Object key(T made);
}
