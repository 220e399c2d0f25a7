package dev.sluice.exporter.api.document;

import dev.sluice.exporter.model.GpuCounts;
import java.util.List;
import java.util.function.Function;

/** A number of GPUs. GPUs without a type have the names that the metrics use. */
record GpusOfType(String type, long count) {

    static List<GpusOfType> requested(GpuCounts gpus) {
        return of(gpus, GpuCounts::labelOfRequest);
    }

    static List<GpusOfType> held(GpuCounts gpus) {
        return of(gpus, GpuCounts::label);
    }

    private static List<GpusOfType> of(GpuCounts gpus, Function<String, String> label) {
        return gpus.byType().entrySet().stream()
                .map(gpu -> new GpusOfType(label.apply(gpu.getKey()), gpu.getValue()))
                .toList();
    }
}
