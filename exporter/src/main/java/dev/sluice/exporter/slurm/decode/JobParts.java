package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.json.JsonMembers;
import dev.sluice.exporter.model.BoundedName;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.model.job.JobOwner;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobShape;
import dev.sluice.exporter.model.job.JobStatus;
import dev.sluice.exporter.model.job.RequestedGpus;
import dev.sluice.exporter.model.job.RequestedResources;
import dev.sluice.exporter.slurm.records.PassingText;
import dev.sluice.exporter.slurm.records.TextCache;
import dev.sluice.exporter.slurm.records.ValueCache;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Parts of job records that many jobs share, within a response and across responses. */
public final class JobParts {

    /** Maximum length of an administrator's comment; more than the comment of a job with 200 pods. */
    private static final int MAX_COMMENT = 1 << 14;
    /** Maximum number of kept pods of a job. */
    private static final int MAX_PODS = 8;
    /** A namespace and the name of a pod, in the characters and lengths of Kubernetes. */
    private static final Pattern POD = Pattern.compile("[a-z0-9-]{1,63}/[a-z0-9.-]{1,253}");

    /** The user of each association, by cluster and association ID. */
    private volatile Map<UserAssociation, String> users = Map.of();

    private record UserAssociation(String cluster, long id) {}

    private final ValueCache<String, List<String>> partitions = new ValueCache<>(JobParts::parsePartitions);
    private final ValueCache<RequestedGpus, GpuCounts> requestedGpus = new ValueCache<>(RequestedGpus::sum);
    /** Created once, because each use of a method reference would create an object for each job. */
    private final Function<RequestedGpus, GpuCounts> sumOfGpus = requestedGpus::get;

    private final ValueCache<JobOwner, JobOwner> owners = new ValueCache<>(owner -> owner);
    private final ValueCache<JobStatus, JobStatus> statuses = new ValueCache<>(status -> status);
    private final ValueCache<JobShape, JobShape> shapes = new ValueCache<>(shape -> shape);
    private final ValueCache<String, GpuCounts> gpus = new ValueCache<>(GpuCounts::ofGres);
    private final ValueCache<String, GresCounts> otherGres = new ValueCache<>(GresCounts::ofRequest);
    private final ValueCache<String, Tres> gres = new ValueCache<>(Tres::parse);
    private final TextCache gresTexts = new TextCache();
    private final List<ValueCache<?, ?>> caches =
            List.of(partitions, requestedGpus, owners, statuses, shapes, gpus, otherGres, gres);

    /** Number of kept pods in this response. The name of a pod needs about as much memory as a part. */
    private int pods;

    /** Starts the next response; drops the parts that the previous response did not use. */
    void nextAnswer() {
        caches.forEach(ValueCache::nextAnswer);
        gresTexts.nextAnswer();
        pods = 0;
    }

    /** Returns the number of parts. */
    int size() {
        // Uses no stream: this method runs after each record, and a stream would create much garbage.
        return partitions.size()
                + requestedGpus.size()
                + owners.size()
                + statuses.size()
                + shapes.size()
                + gpus.size()
                + otherGres.size()
                + gres.size()
                + pods;
    }

    /** Drops all parts. */
    void clear() {
        caches.forEach(ValueCache::clear);
        gresTexts.clear();
        pods = 0;
    }

    /** Learns the users of associations. Can be called from any thread. Returns true if the users have changed. */
    public boolean learnUsers(List<Association> associations) {
        Map<UserAssociation, String> known = new HashMap<>();
        for (Association one : associations) {
            if (one.id() > 0 && !one.user().isEmpty()) {
                known.put(new UserAssociation(one.cluster(), one.id()), one.user());
            }
        }
        boolean changed = !known.equals(users);
        users = known;
        return changed;
    }

    /** Returns the user of an association, otherwise the user ID as {@code uid:10001}. */
    String user(String cluster, long association, long userId) {
        String name = users.get(new UserAssociation(cluster, association));
        return name == null ? JobOwner.UNNAMED + userId : name;
    }

    List<String> partitions(String names) {
        return partitions.get(names);
    }

    /**
     * Parses a TRES string. Caches only the GRES, which Slurm lists last. The amounts of memory differ from job to job,
     * but the GRES usually do not.
     */
    Tres tres(PassingText text) {
        int gresFrom = text.startsWith("gres/", 0) ? 0 : text.indexOf(",gres/", 0);
        if (gresFrom < 0) {
            return Tres.parse(text, text.length(), Tres.NONE);
        }
        String rest = gresTexts.text(text.buffer(), gresFrom, text.length() - gresFrom);
        return Tres.parse(text, gresFrom, gres.get(rest));
    }

    JobRequest request(RequestedResources resources) {
        return JobRequest.from(resources, sumOfGpus);
    }

    JobOwner shared(JobOwner owner) {
        return owners.get(owner);
    }

    JobStatus shared(JobStatus status) {
        return statuses.get(status);
    }

    JobShape shared(JobShape shape) {
        return shapes.get(shape);
    }

    /**
     * Returns the origin of an external job. slurm-bridge writes the job's pods into the administrator's comment, as
     * {@code {"pods":["namespace/name"]}}, and finds the job of a pod by this comment. Shares nothing, because the pods
     * differ from job to job.
     */
    JobOrigin external(String adminComment) {
        if (adminComment.isEmpty() || adminComment.length() > MAX_COMMENT) {
            return JobOrigin.EXTERNAL;
        }
        List<String> named = JsonMembers.texts(adminComment.getBytes(UTF_8), "pods").stream()
                .filter(pod -> POD.matcher(pod).matches())
                .toList();
        int kept = Math.min(MAX_PODS, named.size());
        pods += kept;
        return kept == 0
                ? JobOrigin.EXTERNAL
                : new JobOrigin(JobOrigin.Kind.EXTERNAL, named.subList(0, kept), named.size() - kept);
    }

    GpuCounts gpus(String gres) {
        return gres.isEmpty() ? GpuCounts.NONE : gpus.get(gres);
    }

    /** Returns the generic resources, except GPUs, that a node must have: the maximum of the job's requests. */
    GresCounts gres(RequestedResources size) {
        return otherGres(size.perNode()).max(otherGres(size.perTask())).max(otherGres(size.perSocket()));
    }

    private GresCounts otherGres(String gres) {
        return gres.isEmpty() ? GresCounts.NONE : otherGres.get(gres);
    }

    private static List<String> parsePartitions(String names) {
        return Arrays.stream(names.split(","))
                .filter(name -> !name.isEmpty())
                .map(BoundedName::of)
                .distinct()
                .toList();
    }
}
