package dev.sluice.exporter.metrics.family;

import java.util.List;

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
