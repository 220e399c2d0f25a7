package dev.sluice.exporter.metrics;

import dev.sluice.exporter.metrics.Family.Series;
import dev.sluice.exporter.model.Histogram;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** The declaration of a family without the function that returns its value. */
public final class Declaration<S, T> {

    private final Scope<S, T> scope;
    private final MetricFamily family;

    Declaration(Scope<S, T> scope, MetricFamily family) {
        this.scope = scope;
        this.family = family;
    }

    /** Returns this declaration with a help text. The help text is one sentence for people. */
    public Declaration<S, T> help(String text) {
        return new Declaration<>(scope, family.with(family.labels(), text));
    }

    public <V> Split<S, T, V> by(ClosedLabels<V> further) {
        return new Split<>(this, further);
    }

    public Family<S> value(ToDoubleFunction<? super T> value) {
        return value((published, item) -> value.applyAsDouble(item));
    }

    /** Declares a value that also depends on other published data, such as the time. */
    public Family<S> value(ToDoubleBiFunction<? super S, ? super T> value) {
        return family(
                scope.series(1),
                (published, item, labels, visitor) ->
                        visitor.sample(family, value.applyAsDouble(published, item), labels));
    }

    /** Declares a value that every source except old releases reports. Each item has at most one sample. */
    public Family<S> reported(Function<? super T, DoubleStream> value) {
        return reported((published, item) -> value.apply(item));
    }

    public Family<S> reported(BiFunction<? super S, ? super T, DoubleStream> value) {
        return family(scope.series(1), samples(value));
    }

    /** Declares a value that many items do not have. Each item has at most one sample. */
    public Family<S> optional(Function<? super T, DoubleStream> value) {
        return optional((published, item) -> value.apply(item));
    }

    public Family<S> optional(BiFunction<? super S, ? super T, DoubleStream> value) {
        return family(scope.series(1).sometimes(), samples(value));
    }

    private Sampling<S, T> samples(BiFunction<? super S, ? super T, DoubleStream> value) {
        return (published, item, labels, visitor) ->
                value.apply(published, item).forEach(number -> visitor.sample(family, number, labels));
    }

    public Family<S> observed(Function<? super T, Histogram> value) {
        // The sum and the count are two series in addition to the buckets.
        int series = family.buckets().map(List::size).orElse(-1) + 3;
        return family(
                scope.series(series),
                (published, item, labels, visitor) -> visitor.histogram(family, value.apply(item), labels));
    }

    private interface Sampling<S, T> {
        void sample(S published, T item, String[] labels, MetricVisitor visitor);
    }

    private Family<S> family(Series series, Sampling<? super S, ? super T> sampling) {
        return new Family<>(
                family,
                series,
                (published, visitor) -> scope.visit(
                        published, family, (item, labels) -> sampling.sample(published, item, labels, visitor)));
    }

    /** A declaration with closed labels. */
    public static final class Split<S, T, V> {

        private final Declaration<S, T> all;
        private final ClosedLabels<V> further;

        private Split(Declaration<S, T> before, ClosedLabels<V> further) {
            List<String> labels = new ArrayList<>(before.family.labels());
            labels.addAll(further.labels().keySet());
            this.all = new Declaration<>(before.scope, before.family.with(labels, before.family.help()));
            this.further = further;
        }

        /**
         * Declares a value. The value is always published for the label values in {@link ClosedLabels#always()}. For
         * other label values, the value is published only if the value is not 0.
         */
        public Family<S> value(ToDoubleBiFunction<? super T, ? super V> value) {
            return family((item, closed, sample) -> {
                double number = value.applyAsDouble(item, closed);
                if (number != 0 || further.always().test(closed)) {
                    sample.accept(number);
                }
            });
        }

        /** Declares at most one sample for each value of the closed labels. */
        public Family<S> reported(BiFunction<? super T, ? super V, DoubleStream> value) {
            return family((item, closed, sample) -> value.apply(item, closed).forEach(sample));
        }

        private interface ClosedSampling<T, V> {
            void sample(T item, V closed, DoubleConsumer sample);
        }

        private Family<S> family(ClosedSampling<T, V> sampling) {
            return all.family(all.scope.series(1).of(further), (published, item, labels, visitor) -> {
                DoubleConsumer sample = number -> visitor.sample(all.family, number, labels);
                for (V closed : further.values()) {
                    further.write(closed, labels);
                    sampling.sample(item, closed, sample);
                }
            });
        }
    }
}
