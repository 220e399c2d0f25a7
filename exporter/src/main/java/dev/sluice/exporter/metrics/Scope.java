package dev.sluice.exporter.metrics;

import dev.sluice.exporter.metrics.Family.Series;
import dev.sluice.exporter.metrics.MetricFamily.MetricType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The objects for which a family has series, such as partitions. A scope finds the objects in the published data and
 * returns their label values. A family is declared from a scope.
 *
 * @param <S> type of the published data
 * @param <T> type of the objects with series
 */
public final class Scope<S, T> {

    private final String unit;
    private final List<String> parts;
    private final List<String> labels;
    private final Walk<S, T> walk;

    private interface Walk<S, T> {

        /** Visits each object. The label values of the object are at the beginning of the array. */
        void visit(S published, String[] labelValues, Consumer<? super T> visitor);
    }

    private Scope(String unit, List<String> parts, List<String> labels, Walk<S, T> walk) {
        this.unit = unit;
        this.parts = List.copyOf(parts);
        this.labels = List.copyOf(labels);
        this.walk = walk;
    }

    /**
     * Creates a scope of the published data as a single object, without labels.
     *
     * @param unit unit in which the documentation counts series
     */
    public static <S> Scope<S, S> of(String unit) {
        return new Scope<>(unit, List.of(), List.of(), (published, labelValues, visitor) -> visitor.accept(published));
    }

    /** Creates a scope of a cluster's data, with the label {@code cluster}. */
    public static <S> Scope<S, S> cluster(Function<? super S, String> name) {
        return Scope.<S>of("cluster").by("cluster", name);
    }

    public Scope<S, T> by(String label, Function<? super T, String> value) {
        return by(label, (published, item) -> value.apply(item));
    }

    /** Returns this scope with a label that also depends on other published data. */
    public Scope<S, T> by(String label, BiFunction<? super S, ? super T, String> value) {
        int index = labels.size();
        return new Scope<>(unit, parts, plus(labels, label), (published, labelValues, visitor) -> {
            walk.visit(published, labelValues, item -> {
                labelValues[index] = value.apply(published, item);
                visitor.accept(item);
            });
        });
    }

    /** Returns the scope of the inner objects of each object. The documentation counts the series per inner object. */
    public <U> Scope<S, U> each(String newUnit, Function<? super T, ? extends Iterable<U>> things) {
        return new Scope<>(newUnit, List.of(), labels, within((published, item) -> things.apply(item)));
    }

    /** Returns the scope of the parts of each object. The number of series grows with the number of parts. */
    public <U> Scope<S, U> eachPart(String part, Function<? super T, ? extends Iterable<U>> things) {
        return eachPart(part, (published, item) -> things.apply(item));
    }

    public <U> Scope<S, U> eachPart(String part, BiFunction<? super S, ? super T, ? extends Iterable<U>> things) {
        return new Scope<>(unit, plus(parts, part), labels, within(things));
    }

    /** Returns the scope of the values of each object's entries, with a label for their keys. */
    public <U> Scope<S, U> eachEntry(
            String newUnit, String label, Function<? super T, ? extends Iterable<Map.Entry<String, U>>> entries) {
        return this.<Map.Entry<String, U>>each(newUnit, entries)
                .by(label, Map.Entry::getKey)
                .map(Map.Entry::getValue);
    }

    /** Returns a scope with the series of this scope and converted objects. */
    public <U> Scope<S, U> map(Function<? super T, ? extends U> function) {
        return new Scope<>(unit, parts, labels, (published, labelValues, visitor) -> {
            walk.visit(published, labelValues, item -> visitor.accept(function.apply(item)));
        });
    }

    private <U> Walk<S, U> within(BiFunction<? super S, ? super T, ? extends Iterable<U>> things) {
        return (published, labelValues, visitor) -> walk.visit(
                published, labelValues, item -> things.apply(published, item).forEach(visitor));
    }

    private static List<String> plus(List<String> words, String word) {
        List<String> all = new ArrayList<>(words);
        all.add(word);
        return all;
    }

    public Declaration<S, T> gauge(String name) {
        return declare(name, MetricType.GAUGE, "");
    }

    public Declaration<S, T> seconds(String name) {
        return declare(name, MetricType.GAUGE, "seconds");
    }

    public Declaration<S, T> bytes(String name) {
        return declare(name, MetricType.GAUGE, "bytes");
    }

    public Declaration<S, T> counter(String name) {
        return declare(name, MetricType.COUNTER, "");
    }

    public Declaration<S, T> secondsCounter(String name) {
        return declare(name, MetricType.COUNTER, "seconds");
    }

    public Declaration<S, T> info(String name) {
        return declare(name, MetricType.INFO, "");
    }

    /** Declares a histogram of durations. */
    public Declaration<S, T> histogram(String name, List<Double> buckets) {
        return new Declaration<>(
                this, new MetricFamily(name, MetricType.HISTOGRAM, "seconds", labels, "", Optional.of(buckets)));
    }

    private Declaration<S, T> declare(String name, MetricType type, String unit) {
        return new Declaration<>(this, new MetricFamily(name, type, unit, labels, ""));
    }

    interface ItemVisitor<T> {
        void visit(T item, String[] labelValues);
    }

    /** Visits each object. The array of label values has space for further label values. */
    void visit(S published, MetricFamily family, ItemVisitor<? super T> visitor) {
        String[] labelValues = new String[family.labels().size()];
        walk.visit(published, labelValues, item -> visitor.visit(item, labelValues));
    }

    Series series(int number) {
        return new Series(unit, parts, number, 0, true);
    }
}
