package dev.sluice.exporter.api.document;

import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.JobRequest;
import java.util.List;

/** The resources that a job requests or holds. */
record JobAmounts(long nodes, long cpus, long memoryBytes, List<GpusOfType> gpus) {

    static JobAmounts requested(JobRequest request) {
        return new JobAmounts(
                request.nodes(), request.cpus(), request.memoryBytes(), GpusOfType.requested(request.gpus()));
    }

    static JobAmounts held(Tres held) {
        return new JobAmounts(held.nodes(), held.cpus(), held.memoryBytes(), GpusOfType.held(held.gpus()));
    }
}
