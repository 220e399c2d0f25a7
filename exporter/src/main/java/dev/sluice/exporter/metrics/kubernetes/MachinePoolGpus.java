package dev.sluice.exporter.metrics.kubernetes;

import dev.sluice.exporter.derive.machine.GpuAmounts;
import java.util.List;

/** The GPUs of one resource of a pool: the objects with series. */
record MachinePoolGpus(String pool, String resource, GpuAmounts amounts) {

    static List<MachinePoolGpus> all(MachineMetrics metrics) {
        return metrics.pools().stream()
                .flatMap(pool -> pool.resources().entrySet().stream()
                        .map(resource -> new MachinePoolGpus(pool.pool(), resource.getKey(), resource.getValue())))
                .toList();
    }
}
