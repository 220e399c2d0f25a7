package dev.sluice.exporter.slurm.records;

import java.util.List;

/**
 * Keeps the records of one list request and shares data between the last good response and the next response.
 *
 * @param <T> record of the model
 */
public interface RecordKeeper<T> {

    /** Returns the texts that records share, within a response and with the next response. */
    TextCache texts();

    /** Starts to collect the records of a response. */
    Collector<T> collector();

    /** Replaces the last good response. */
    void replace(List<T> newest);

    /**
     * Collects the records of one response while the response is read.
     *
     * @param <T> record of the model
     */
    interface Collector<T> {

        void add(T record);

        /** Returns all records in order, immutable; no record can be added afterwards. */
        List<T> list();
    }
}
