package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.LimitUse;
import dev.sluice.exporter.derive.LimitUse.Owner;
import dev.sluice.exporter.derive.TaskUse;
import dev.sluice.exporter.derive.pending.ReachedLimit.UsingJob;
import dev.sluice.exporter.derive.scaling.LimitBook;
import dev.sluice.exporter.derive.scaling.LimitBook.AppliedLimit;
import dev.sluice.exporter.derive.scaling.RunningTotal;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the limits that block pending jobs of one cluster. */
final class ReachedLimits {

    private static final String ARRAY_REASON = "JobArrayTaskLimit";

    private static final Comparator<UsingJob> BY_USE = Comparator.comparingDouble(UsingJob::uses)
            .reversed()
            .thenComparing(holder -> holder.job().id());

    private final List<Job> jobs;
    private final Constraints constraints;
    private final Map<AppliedLimit, List<UsingJob>> holders = new HashMap<>();
    private Optional<LimitBook> book = Optional.empty();

    ReachedLimits(List<Job> jobs, Constraints constraints) {
        this.jobs = jobs;
        this.constraints = constraints;
    }

    /**
     * Returns the limits that a job's reason names and under which the job does not fit. For a job that can never
     * start, returns only the limits that refuse it: none, if it requests too many licenses. If the job fits under all
     * limits that the reason names, returns all of these limits. Slurm does not report which of these limits blocks the
     * job.
     */
    List<ReachedLimit> of(Job job) {
        if (job.status().reason().equals(ARRAY_REASON) && job.array().taskLimit() > 0) {
            return List.of(ofArray(job));
        }
        Optional<LimitReason> reason = LimitReason.of(job.status().reason());
        if (reason.isEmpty() && !job.status().refused()) {
            return List.of();
        }
        List<ReachedLimit> all = job.partitions().stream()
                .flatMap(partition -> book().totals(job, partition).stream())
                .filter(total -> job.status().refused() || reason.orElseThrow().isAbout(total.applied()))
                .distinct()
                .map(total -> reached(total, job))
                .toList();
        List<ReachedLimit> refusing = all.stream().filter(ReachedLimit::refuses).toList();
        if (job.status().refused() || !refusing.isEmpty()) {
            return refusing;
        }
        List<ReachedLimit> reached =
                all.stream().filter(ReachedLimit::isReached).toList();
        return reached.isEmpty() ? all : reached;
    }

    private LimitBook book() {
        LimitBook made = book.orElseGet(() -> new LimitBook(constraints, jobs));
        book = Optional.of(made);
        return made;
    }

    private ReachedLimit ofArray(Job job) {
        List<UsingJob> running = jobs.stream()
                .filter(other -> other.array().jobId() == job.array().jobId() && other.holdsNodes() && !other.pending())
                .map(other -> new UsingJob(other, 1))
                .sorted(BY_USE)
                .toList();
        return new ReachedLimit(
                Owner.ARRAY,
                "",
                new Limit(LimitKind.MAX_JOBS, "", job.array().taskLimit()),
                OptionalDouble.of(running.size()),
                OptionalDouble.of(1),
                false,
                running);
    }

    private List<UsingJob> holders(AppliedLimit applied) {
        return jobs.stream()
                .filter(job -> book().counts(job, applied))
                .map(job -> new UsingJob(job, LimitUse.by(job, applied.limit()).orElse(0)))
                .filter(holder -> holder.uses() > 0)
                .sorted(BY_USE)
                .toList();
    }

    private ReachedLimit reached(RunningTotal total, Job job) {
        Limit limit = total.applied().limit();
        TaskUse task = TaskUse.of(job);
        List<UsingJob> others = holders.computeIfAbsent(total.applied(), this::holders).stream()
                .filter(holder -> holder.job().id() != job.id())
                .toList();
        return new ReachedLimit(
                total.applied().jobs().owner(),
                total.applied().jobs().name(),
                limit,
                total.used(),
                task.of(limit),
                task.isRefusedBy(limit),
                others);
    }

    /**
     * The limits that a Slurm reason names.
     *
     * @param ofQos whether a QOS has the limit; otherwise, an association
     * @param tres resource, or prefix of its name; empty for a limit on jobs or on time
     */
    private record LimitReason(boolean ofQos, LimitKind kind, String tres) {

        private static final Pattern NAME = Pattern.compile("(Assoc|QOS|)(Grp|Max|Min)"
                + "(?:(Cpu|Mem|Node|GRES|Billing|License)|(Jobs|Submit|WallDuration))(?:ory|Jobs?)?(Minutes|)"
                + "(PerUser|PerAccount|PerJob|PerNode|)(?:Limit|NotSatisfied|)");

        private static final Map<String, LimitKind> KINDS = Map.ofEntries(
                Map.entry("Grp", LimitKind.GRP_TRES),
                Map.entry("GrpJobs", LimitKind.GRP_JOBS),
                Map.entry("GrpSubmit", LimitKind.GRP_SUBMIT),
                Map.entry("MaxJobs", LimitKind.MAX_JOBS),
                Map.entry("MaxPerUser", LimitKind.MAX_TRES_PER_USER),
                Map.entry("MaxJobsPerUser", LimitKind.MAX_JOBS_PER_USER),
                Map.entry("MaxSubmitPerUser", LimitKind.MAX_SUBMIT_PER_USER),
                Map.entry("MaxPerAccount", LimitKind.MAX_TRES_PER_ACCOUNT),
                Map.entry("MaxJobsPerAccount", LimitKind.MAX_JOBS_PER_ACCOUNT),
                Map.entry("MaxSubmitPerAccount", LimitKind.MAX_SUBMIT_PER_ACCOUNT),
                Map.entry("MaxPerJob", LimitKind.MAX_TRES_PER_JOB),
                Map.entry("MaxMinutesPerJob", LimitKind.MAX_TRES_MINS_PER_JOB),
                Map.entry("MaxPerNode", LimitKind.MAX_TRES_PER_NODE),
                Map.entry("MaxWallDurationPerJob", LimitKind.MAX_WALL),
                Map.entry("Min", LimitKind.MIN_TRES_PER_JOB));

        /** Returns the limit of a reason; empty for reasons of limits that Sluice does not read, such as minutes. */
        static Optional<LimitReason> of(String reason) {
            Matcher name = NAME.matcher(reason);
            if (!name.matches()) {
                return Optional.empty();
            }
            String tres = Objects.requireNonNullElse(name.group(3), "").toLowerCase(Locale.ROOT);
            boolean isPrefix = tres.equals("gres") || tres.equals("license");
            String subject = Objects.requireNonNullElse(name.group(4), "");
            return Optional.ofNullable(KINDS.get(name.group(2) + subject + name.group(5) + name.group(6)))
                    .map(kind -> new LimitReason(!name.group(1).equals("Assoc"), kind, isPrefix ? tres + "/" : tres));
        }

        boolean isAbout(AppliedLimit applied) {
            return applied.jobs().owner().isQos() == ofQos
                    && applied.limit().kind() == kind
                    && (tres.endsWith("/")
                            ? applied.limit().tres().startsWith(tres)
                            : applied.limit().tres().equals(tres));
        }
    }
}
