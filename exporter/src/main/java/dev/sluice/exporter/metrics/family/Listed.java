package dev.sluice.exporter.metrics.family;

import java.util.List;

/** A list of records of one cluster. */
public record Listed<T>(String cluster, List<T> records) {

    /** Returns the scope of the records. */
    public static <T> Scope<Listed<T>, T> scope(String unit) {
        return Scope.<Listed<T>>cluster(Listed::cluster).each(unit, Listed::records);
    }
}
