package dev.sluice.exporter.slurm.records;

import java.util.List;

/**
 * How the records of one list request are kept, and what the next answer shares with the last good one.
 *
 * @param <T> record of the model
 */
public interface RecordKeeper<T> {

    /** Texts that records have in common, of one answer and of the next. */
    TextCache texts();

    /** Begins to collect the records of an answer. */
    Collector<T> collector();

    /** Takes the place of the last good answer. */
    void replace(List<T> newest);

    /**
     * Takes the records of one answer as they are read.
     *
     * @param <T> record of the model
     */
    interface Collector<T> {

        void add(T record);

        /** All of them, in order, immutable; none can be added any more. */
        List<T> list();
    }
}
