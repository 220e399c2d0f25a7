package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.BoundedName;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.JobRequest;
import dev.sluice.exporter.model.JobShape;
import dev.sluice.exporter.model.RequestedResources;
import dev.sluice.exporter.model.Tres;
import java.util.Arrays;
import java.util.List;

/** The parts of job records that many jobs have in common, shared within an answer and from one answer to the next. */
final class JobParts {

    private final Memo<String, List<String>> partitions = new Memo<>(JobParts::parsePartitions);
    private final Memo<String, Tres> tres = new Memo<>(Tres::parse);
    private final Memo<Tres, Tres> allocations = new Memo<>(allocation -> allocation);
    private final Memo<RequestedResources, JobRequest> requests = new Memo<>(this::parseRequest);
    private final Memo<JobShape, JobShape> shapes = new Memo<>(shape -> shape);
    private final Memo<String, GpuCounts> gpus = new Memo<>(GpuCounts::ofGres);
    private final Memo<GpuCounts, GpuCounts> gpuCounts = new Memo<>(counts -> counts);
    private final List<Memo<?, ?>> memos = List.of(partitions, tres, allocations, requests, shapes, gpus, gpuCounts);

    /** Starts the next answer; forgets what the one before did not use. */
    void nextAnswer() {
        memos.forEach(Memo::nextAnswer);
    }

    /** How many there are. */
    int size() {
        // Asked for after each record: a stream would be its largest piece of garbage.
        return partitions.size()
                + tres.size()
                + allocations.size()
                + requests.size()
                + shapes.size()
                + gpus.size()
                + gpuCounts.size();
    }

    /** Forgets all of them. */
    void clear() {
        memos.forEach(Memo::clear);
    }

    List<String> partitions(String names) {
        return partitions.get(names);
    }

    Tres tres(String text) {
        return text.isEmpty() ? Tres.NONE : tres.get(text);
    }

    Tres shared(Tres allocation) {
        return allocations.get(allocation);
    }

    JobRequest request(RequestedResources resources) {
        return requests.get(resources);
    }

    JobShape shared(JobShape shape) {
        return shapes.get(shape);
    }

    GpuCounts gpus(String gres) {
        return gres.isEmpty() ? GpuCounts.NONE : gpus.get(gres);
    }

    /** Requests differ in memory more than in GPUs. */
    private JobRequest parseRequest(RequestedResources resources) {
        JobRequest request = JobRequest.from(resources);
        return new JobRequest(request.nodes(), request.cpus(), request.memoryBytes(), gpuCounts.get(request.gpus()));
    }

    private static List<String> parsePartitions(String names) {
        return Arrays.stream(names.split(","))
                .filter(name -> !name.isEmpty())
                .map(BoundedName::of)
                .distinct()
                .toList();
    }
}
