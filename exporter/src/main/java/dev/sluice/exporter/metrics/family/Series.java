package dev.sluice.exporter.metrics.family;

import java.util.List;

/**
 * How many series a family has.
 *
 * @param unit of what it has so many, such as a partition
 * @param parts of which parts of a unit it has so many each; empty where of the unit itself
 * @param number how many there are
 * @param more how many more there are at times
 * @param always whether they are there whenever the unit is
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
