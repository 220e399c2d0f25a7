package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An unsatisfied dependency of a job.
 *
 * @param type type of the dependency, as in {@code sbatch --dependency}, such as {@code afterok}
 * @param jobId ID of the other job; empty for {@code singleton}, which names no job
 * @param task array task of the other job, {@code *} for all tasks; empty without a task
 * @param failed true if the dependency can never be satisfied
 * @param states array tasks of the other job by state; empty if slurmctld has forgotten the job
 */
public record Dependency(String type, OptionalLong jobId, String task, boolean failed, Map<JobState, Long> states) {

    static final int MAX_DEPENDENCIES = 20;

    private static final Pattern ONE =
            Pattern.compile("([a-z]+)(?::(\\d{1,18})(?:_(\\d+|\\*))?(?:\\+\\d+)?)?(?:\\((\\w+)\\))?");

    public Dependency {
        states = Collections.unmodifiableMap(states);
    }

    static boolean isAnyEnough(String text) {
        return text.indexOf('?') >= 0;
    }

    /** Parses Slurm's text. Skips invalid parts. */
    static List<Dependency> parse(String text) {
        List<Dependency> found = new ArrayList<>();
        for (String part : text.split("[,?]", -1)) {
            Matcher one = ONE.matcher(part.strip());
            if (one.matches() && found.size() < MAX_DEPENDENCIES) {
                String id = one.group(2);
                String task = one.group(3);
                found.add(new Dependency(
                        one.group(1),
                        id == null || Long.parseLong(id) == 0
                                ? OptionalLong.empty()
                                : OptionalLong.of(Long.parseLong(id)),
                        task == null ? "" : task,
                        "failed".equals(one.group(4)),
                        Map.of()));
            }
        }
        return found;
    }

    static List<Dependency> of(Job job, List<Job> jobs) {
        if (job.dependency().isEmpty()) {
            return List.of();
        }
        List<Dependency> named = parse(job.dependency());
        Map<Long, Map<JobState, Long>> states = new HashMap<>();
        named.forEach(one -> one.jobId().ifPresent(id -> states.put(id, new EnumMap<>(JobState.class))));
        for (Job other : jobs) {
            long id = states.containsKey(other.array().jobId()) ? other.array().jobId() : other.id();
            states.computeIfPresent(id, (same, found) -> {
                found.merge(other.status().state(), other.array().tasks(), Amounts::sum);
                return found;
            });
        }
        return named.stream()
                .map(one -> new Dependency(
                        one.type(),
                        one.jobId(),
                        one.task(),
                        one.failed(),
                        states.getOrDefault(one.jobId().orElse(0), Map.of())))
                .toList();
    }
}
