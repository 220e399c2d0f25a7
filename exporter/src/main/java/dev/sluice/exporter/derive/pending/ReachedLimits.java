package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.accounting.LimitUse;
import dev.sluice.exporter.derive.accounting.TaskUse;
import dev.sluice.exporter.derive.pending.ReachedLimit.UsingJob;
import dev.sluice.exporter.derive.scaling.limit.AppliedLimit;
import dev.sluice.exporter.derive.scaling.limit.AppliedLimit.Owner;
import dev.sluice.exporter.derive.scaling.limit.LimitBook;
import dev.sluice.exporter.derive.scaling.limit.RunningTotal;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

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
     * Returns the limits that a job's reason names and under which the job does not fit; only the limits that refuse
     * the job, if there are any. If the job fits under all limits that the reason names, returns all of these limits.
     * Slurm does not report which of these limits blocks the job.
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
        List<ReachedLimit> reached = all.stream().filter(ReachedLimit::isReached).toList();
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
                first(running),
                leftOut(running));
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
                total.applied().owner(),
                total.applied().name(),
                limit,
                total.used(),
                task.of(limit),
                task.isRefusedBy(limit),
                first(others),
                leftOut(others));
    }

    private static List<UsingJob> first(List<UsingJob> all) {
        return all.subList(0, Math.min(all.size(), ReachedLimit.MAX_HOLDERS));
    }

    private static long leftOut(List<UsingJob> all) {
        return Math.max(0, all.size() - ReachedLimit.MAX_HOLDERS);
    }
}
