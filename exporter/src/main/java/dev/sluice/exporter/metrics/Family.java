package dev.sluice.exporter.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A metric family, with the code that emits the samples of the family.
 *
 * @param <S> type of the published data
 */
public final class Family<S> {

    private final MetricFamily declared;
    private final List<Series> series;
    private final BiConsumer<S, MetricVisitor> emission;

    Family(MetricFamily declared, Series series, BiConsumer<S, MetricVisitor> emission) {
        this(declared, List.of(series), emission);
    }

    private Family(MetricFamily declared, List<Series> series, BiConsumer<S, MetricVisitor> emission) {
        this.declared = declared;
        this.series = List.copyOf(series);
        this.emission = emission;
    }

    public MetricFamily declared() {
        return declared;
    }

    public List<Series> series() {
        return series;
    }

    public void emit(S published, MetricVisitor visitor) {
        emission.accept(published, visitor);
    }

    /** Returns this family for a type that contains the published data. */
    public <R> Family<R> from(Function<? super R, ? extends S> part) {
        return new Family<>(declared, series, (published, visitor) -> emission.accept(part.apply(published), visitor));
    }

    /** Returns this family with the samples of another scope, which follow after the samples of this family. */
    public Family<S> and(Family<S> further) {
        if (!further.declared.equals(declared)) {
            throw new IllegalArgumentException(declared + " and " + further.declared + " are not one family");
        }
        List<Series> both = new ArrayList<>(series);
        both.addAll(further.series);
        return new Family<>(declared, both, emission.andThen(further.emission));
    }

    /**
     * The number of series of a family.
     *
     * @param unit unit per which series are counted, such as a partition
     * @param parts parts of a unit per which series are counted; empty if series are counted per unit
     * @param number number of series for each unit or part
     * @param more number of additional series that exist only temporarily
     * @param always true if the series exist for every unit
     */
    public record Series(String unit, List<String> parts, int number, int more, boolean always) {

        Series sometimes() {
            return new Series(unit, parts, number, more, false);
        }

        Series of(ClosedLabels<?> labels) {
            int shown = labels.numberAlways();
            return new Series(unit, parts, shown, labels.values().size() - shown, always);
        }
    }
}
