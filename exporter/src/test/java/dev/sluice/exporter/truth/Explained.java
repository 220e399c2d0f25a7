package dev.sluice.exporter.truth;

import dev.sluice.exporter.truth.tool.Shown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A comparison with known and unknown differences.
 *
 * @param values the compared values
 * @param known the differences with a known reason
 * @param unknown the other differences
 */
public record Explained(
        List<Comparison.Value> values, Map<Comparison.Value, KnownDifference> known, List<Comparison.Value> unknown) {

    public Explained {
        values = List.copyOf(values);
        unknown = List.copyOf(unknown);
    }

    /**
     * Explains differences.
     *
     * @param sent the tools' values for only the array tasks that slurmrestd sent
     * @param version version of slurmrestd's API
     */
    public static Explained of(Comparison comparison, Shown sent, String version) {
        Map<Comparison.Value, KnownDifference> known = new LinkedHashMap<>();
        List<Comparison.Value> unknown = new ArrayList<>();
        for (Comparison.Value value : comparison.differences()) {
            Optional<KnownDifference> reason = KnownDifference.of(value, sent, version);
            reason.ifPresentOrElse(one -> known.put(value, one), () -> unknown.add(value));
        }
        return new Explained(comparison.values(), known, unknown);
    }
}
