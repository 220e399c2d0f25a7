package dev.sluice.exporter.metrics.family;

import dev.sluice.exporter.model.Buckets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a family has series of, such as each partition: how these are found in what is published, and each label with
 * the function of its value. Families are declared with it.
 *
 * @param <S> what is published
 * @param <T> what one series is of
 */
public final class Scope<S, T> {

    private final String unit;
    private final List<String> parts;
    private final List<String> labels;
    private final Walk<S, T> walk;

    private interface Walk<S, T> {

        /** Visits each, with the values of its labels at the beginning of the array. */
        void visit(S published, String[] labelValues, Consumer<? super T> visitor);
    }

    private Scope(String unit, List<String> parts, List<String> labels, Walk<S, T> walk) {
        this.unit = unit;
        this.parts = List.copyOf(parts);
        this.labels = List.copyOf(labels);
        this.walk = walk;
    }

    /**
     * All that is published, as one and without a label.
     *
     * @param unit what the documentation counts series by
     */
    public static <S> Scope<S, S> of(String unit) {
        return new Scope<>(unit, List.of(), List.of(), (published, labelValues, visitor) -> visitor.accept(published));
    }

    /** All that is published of a cluster. */
    public static <S> Scope<S, S> cluster(Function<? super S, String> name) {
        return Scope.<S>of("cluster").by("cluster", name);
    }

    /** The same with another label. */
    public Scope<S, T> by(String label, Function<? super T, String> value) {
        int index = labels.size();
        return new Scope<>(unit, parts, plus(labels, label), (published, labelValues, visitor) -> {
            walk.visit(published, labelValues, item -> {
                labelValues[index] = value.apply(item);
                visitor.accept(item);
            });
        });
    }

    /** Each of several things, by which the documentation counts series from here on. */
    public <U> Scope<S, U> each(String newUnit, Function<? super T, ? extends Iterable<U>> things) {
        return new Scope<>(newUnit, List.of(), labels, within(things));
    }

    /** Each part of what this scope has series of, so that there are more series where there are more parts. */
    public <U> Scope<S, U> eachPart(String part, Function<? super T, ? extends Iterable<U>> things) {
        return new Scope<>(unit, plus(parts, part), labels, within(things));
    }

    /** The same series, of which only this counts from here on. */
    public <U> Scope<S, U> map(Function<? super T, ? extends U> function) {
        return new Scope<>(unit, parts, labels, (published, labelValues, visitor) -> {
            walk.visit(published, labelValues, item -> visitor.accept(function.apply(item)));
        });
    }

    private <U> Walk<S, U> within(Function<? super T, ? extends Iterable<U>> things) {
        return (published, labelValues, visitor) ->
                walk.visit(published, labelValues, item -> things.apply(item).forEach(visitor));
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

    /** A family whose labels are the message. */
    public Declaration<S, T> info(String name) {
        return declare(name, MetricType.INFO, "");
    }

    /** A histogram of durations. */
    public Declaration<S, T> histogram(String name, Buckets buckets) {
        return new Declaration<>(
                this, new MetricFamily(name, MetricType.HISTOGRAM, "seconds", labels, "", Optional.of(buckets)));
    }

    private Declaration<S, T> declare(String name, MetricType type, String unit) {
        return new Declaration<>(this, new MetricFamily(name, type, unit, labels, ""));
    }

    interface ItemVisitor<T> {
        void visit(T item, String[] labelValues);
    }

    /** Visits each, with room for further labels. */
    void visit(S published, MetricFamily family, ItemVisitor<? super T> visitor) {
        String[] labelValues = new String[family.labels().size()];
        walk.visit(published, labelValues, item -> visitor.visit(item, labelValues));
    }

    /** So many series for each. */
    Series series(int number) {
        return new Series(unit, parts, number, 0, true);
    }
}
