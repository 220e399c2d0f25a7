package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.json.JsonMembers;
import dev.sluice.exporter.model.job.JobOrigin;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the administrator's comment of an external job. slurm-bridge writes the job's pods into the comment, as
 * {@code {"pods":["namespace/name"]}}, and finds the job of a pod by this comment.
 */
final class AdminComment {

    /** More than the comment of a job with 200 pods. */
    private static final int MAX_LENGTH = 1 << 14;

    /** Maximum number of kept pods of a job. */
    static final int MAX_PODS = 8;

    /** A namespace and the name of a pod, in the characters and lengths of Kubernetes. */
    private static final Pattern POD = Pattern.compile("[a-z0-9-]{1,63}/[a-z0-9.-]{1,253}");

    private AdminComment() {}

    /** Returns the origin of an external job; without pods if slurm-bridge did not write the comment. */
    static JobOrigin external(String comment) {
        if (comment.isEmpty() || comment.length() > MAX_LENGTH) {
            return JobOrigin.EXTERNAL;
        }
        List<String> pods = JsonMembers.texts(comment.getBytes(UTF_8), "pods").stream()
                .filter(pod -> POD.matcher(pod).matches())
                .toList();
        int kept = Math.min(MAX_PODS, pods.size());
        return kept == 0
                ? JobOrigin.EXTERNAL
                : new JobOrigin(JobOrigin.Kind.EXTERNAL, pods.subList(0, kept), pods.size() - kept);
    }
}
