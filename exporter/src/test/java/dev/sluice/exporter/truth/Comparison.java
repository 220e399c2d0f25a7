package dev.sluice.exporter.truth;

import dev.sluice.exporter.truth.tool.Range;
import dev.sluice.exporter.truth.tool.Series;
import dev.sluice.exporter.truth.tool.Shown;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares the output of Slurm's tools with the exporter's metrics in both directions.
 *
 * @param values every value of either side, for the compared families
 */
public record Comparison(List<Value> values) {

    private static final Range NOTHING = Range.exactly(0);

    public Comparison {
        values = List.copyOf(values);
    }

    /**
     * One value.
     *
     * @param listed true if the tool prints the value
     * @param shown the tool's value; 0 for a count that the tool does not print
     * @param sample the exporter's value; empty if the exporter has no value
     */
    public record Value(Series series, boolean listed, Optional<Range> shown, Optional<Double> sample) {

        public boolean equal() {
            return shown.isPresent() && sample.isPresent() && shown.get().contains(sample.get());
        }

        boolean missing() {
            return sample.isEmpty();
        }

        /** Returns true if the tool prints no value. A missing value counts as 0. */
        public boolean zero() {
            return !listed && shown.isPresent();
        }

        @Override
        public String toString() {
            return series + ": Slurm " + shown.map(Range::toString).orElse("nothing") + ", Sluice "
                    + sample.map(String::valueOf).orElse("nothing");
        }
    }

    /** Compares the families. */
    public static Comparison of(Shown shown, Exposed exposed, Collection<ComparedFamily> families) {
        Map<String, ComparedFamily> byName =
                families.stream().collect(Collectors.toMap(ComparedFamily::name, Function.identity()));
        SortedSet<Series> all = new TreeSet<>(shown.values().keySet());
        all.addAll(exposed.samples().keySet());
        List<Value> values = new ArrayList<>();
        for (Series series : all) {
            ComparedFamily family = byName.get(series.family());
            if (family != null) {
                Optional<Double> sample = Optional.ofNullable(exposed.samples().get(series));
                Optional<Range> counted =
                        shown.of(series).or(() -> family.counts() ? Optional.of(NOTHING) : Optional.empty());
                values.add(new Value(series, shown.of(series).isPresent(), counted, sample));
            }
        }
        return new Comparison(values);
    }

    public List<Value> differences() {
        return values.stream().filter(value -> !value.equal()).toList();
    }
}
