package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.job.JobShape;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The groups in which Slurm must place a job's nodes: blocks, leaf switches or nodes with the same feature.
 *
 * @param what the condition, as the end of "it needs 4 nodes"; empty if the job accepts any suitable nodes
 * @param segment number of nodes that must be in one block; 0 without segments
 * @param switches maximum number of blocks or leaf switches
 * @param known whether the blocks of the nodes decide the condition
 */
record Grouping(String what, long segment, long switches, boolean known) {

    static Grouping of(JobShape shape) {
        JobPlacement placement = shape.placement();
        String features = shape.features().indexOf('[') >= 0 || shape.features().indexOf('*') >= 0
                ? " with the features " + shape.features()
                : "";
        long segment = placement.segment();
        long switches = placement.switches();
        return new Grouping(
                features + placement.grouping(), segment, switches > 0 ? switches : Long.MAX_VALUE, features.isEmpty());
    }

    boolean isNone() {
        return what.isEmpty();
    }

    /** Returns the number of nodes that the job can use of these free nodes; empty if unknown. */
    OptionalLong room(Map<String, Long> freeByBlock) {
        return isNone() || !known || freeByBlock.containsKey("")
                ? OptionalLong.empty()
                : OptionalLong.of(freeByBlock.values().stream()
                        .map(free -> segment > 0 ? free - free % segment : free)
                        .sorted(Comparator.reverseOrder())
                        .limit(switches)
                        .mapToLong(Long::longValue)
                        .reduce(0, Amounts::sum));
    }
}
