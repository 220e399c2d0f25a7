package dev.sluice.exporter.metrics;

import java.util.List;

/**
 * Families that are published together.
 *
 * @param <S> type of the published data
 * @param title heading in the documentation
 * @param source source of the data
 * @param text documentation of all families
 */
public record Section<S>(String title, String source, String text, List<Family<S>> families) {

    public Section {
        families = List.copyOf(families);
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // No method changes the array.
    public static <S> Section<S> of(String title, String source, String text, Family<S>... families) {
        return new Section<>(title, source, text, List.of(families));
    }

    public MetricBatch batch(S published) {
        return visitor -> emit(published, visitor);
    }

    public void emit(S published, MetricVisitor visitor) {
        families.forEach(family -> family.emit(published, visitor));
    }

    /** A list of records of one cluster. */
    public record Listed<T>(String cluster, List<T> records) {

        public static <T> Scope<Listed<T>, T> scope(String unit) {
            return Scope.<Listed<T>>cluster(Listed::cluster).each(unit, Listed::records);
        }
    }
}
