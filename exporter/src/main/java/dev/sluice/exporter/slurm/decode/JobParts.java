package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.BoundedName;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.RequestedGpus;
import dev.sluice.exporter.model.job.RequestedResources;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Parts of job records that many jobs of a response share. */
final class JobParts {

    /** Maximum number of kept pods of a job. */
    private static final int MAX_PODS = 8;
    /** A namespace and the name of a pod, in the characters and lengths of Kubernetes. */
    private static final Pattern POD = Pattern.compile("[a-z0-9-]{1,63}/[a-z0-9.-]{1,253}");

    private final Map<String, List<String>> partitions = new HashMap<>();
    private final Map<RequestedGpus, GpuCounts> requestedGpus = new HashMap<>();
    private final Map<String, GpuCounts> gpus = new HashMap<>();
    private final Map<String, GresCounts> otherGres = new HashMap<>();
    private final Map<Object, Object> shared = new HashMap<>();

    /** Number of kept pods. The name of a pod needs about as much memory as a part. */
    private int pods;

    /** Returns the number of parts. */
    int size() {
        return partitions.size() + requestedGpus.size() + gpus.size() + otherGres.size() + shared.size() + pods;
    }

    List<String> partitions(String names) {
        return partitions.computeIfAbsent(names, JobParts::parsePartitions);
    }

    Tres tres(String text) {
        return text.isEmpty() ? Tres.NONE : shared(Tres.parse(text));
    }

    JobRequest request(RequestedResources resources) {
        return shared(
                JobRequest.from(resources, request -> requestedGpus.computeIfAbsent(request, RequestedGpus::sum)));
    }

    /** Returns the first equal value of the response. */
    @SuppressWarnings("unchecked")
    <T> T shared(T value) {
        Object first = shared.putIfAbsent(value, value);
        return first == null ? value : (T) first;
    }

    /**
     * Returns the origin of an external job. slurm-bridge writes the job's pods into the administrator's comment, as
     * {@code {"pods":["namespace/name"]}}, and finds the job of a pod by this comment. Shares nothing, because the pods
     * differ from job to job.
     */
    JobOrigin external(String adminComment) {
        List<String> named = JsonTree.ofText(adminComment.getBytes(UTF_8)).at("pods").texts().stream()
                .filter(pod -> POD.matcher(pod).matches())
                .toList();
        int kept = Math.min(MAX_PODS, named.size());
        pods += kept;
        return kept == 0
                ? JobOrigin.EXTERNAL
                : new JobOrigin(JobOrigin.Kind.EXTERNAL, named.subList(0, kept), named.size() - kept);
    }

    GpuCounts gpus(String gres) {
        return gres.isEmpty() ? GpuCounts.NONE : gpus.computeIfAbsent(gres, GpuCounts::ofGres);
    }

    /** Returns the generic resources, except GPUs, that a node must have: the maximum of the job's requests. */
    GresCounts gres(RequestedResources size) {
        return otherGres(size.perNode()).max(otherGres(size.perTask())).max(otherGres(size.perSocket()));
    }

    private GresCounts otherGres(String gres) {
        return gres.isEmpty() ? GresCounts.NONE : otherGres.computeIfAbsent(gres, GresCounts::ofRequest);
    }

    private static List<String> parsePartitions(String names) {
        return Arrays.stream(names.split(","))
                .filter(name -> !name.isEmpty())
                .map(BoundedName::of)
                .distinct()
                .toList();
    }
}
