package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the outcome of each pending job, and counts the jobs that are not demand. */
final class Explanations {

    private final Map<Long, Unhelped> unhelped;
    private final List<JobExplanation> all = new ArrayList<>();

    /** The properties of an outcome that the job and its class do not determine. */
    private record Outcome(
            String partition,
            Optional<PoolState> pool,
            long counted,
            long nodesEach,
            long newNodes,
            Optional<UnsatisfiableCause> cause,
            long machines) {}

    Explanations(Map<Long, Unhelped> unhelped) {
        this.unhelped = unhelped;
    }

    List<JobExplanation> all() {
        return all;
    }

    /**
     * Adds a job that a pool counts, or that waits for nodes of a pool.
     *
     * @param counted number of tasks that are demand
     */
    void place(Job job, Classifier.Classified classified, Options.Candidate home, long counted, long newNodes) {
        add(
                job,
                classified,
                new Outcome(
                        home.partition(),
                        Optional.of(home.pool()),
                        counted,
                        home.nodes(),
                        newNodes,
                        Optional.empty(),
                        0));
    }

    /** Adds a job that fits on no pool. */
    void rejectUnfit(Job job, Options options, PendingClass pendingClass) {
        if (options.small().isPresent()) {
            reject(job, options, new Classifier.Classified(PendingClass.WAITING, Verdict.TOO_FEW_MACHINES));
        } else if (options.misfit().isEmpty()) {
            Verdict verdict = options.elsewhere() ? Verdict.ELSEWHERE : Verdict.NO_POOL;
            reject(job, options, new Classifier.Classified(pendingClass, verdict));
        } else if (options.misfit().get().cause().isEmpty()) {
            reject(job, options, new Classifier.Classified(PendingClass.WAITING, Verdict.UNKNOWN_NODES));
        } else {
            reject(job, options, new Classifier.Classified(PendingClass.UNSATISFIABLE, Verdict.IMPOSSIBLE));
        }
    }

    /** Adds a job that is not demand. */
    void reject(Job job, Options options, Classifier.Classified classified) {
        boolean notHelped = classified.verdict() == Verdict.NOT_HELPED;
        Optional<UnsatisfiableCause> cause = classified.verdict() == Verdict.IMPOSSIBLE
                ? Classifier.impossible(Classifier.rule(job, true))
                        .or(classified::cause)
                        .or(() -> options.misfit().flatMap(Options.Misfit::cause))
                : notHelped ? Optional.of(UnsatisfiableCause.NOT_HELPED) : Optional.empty();
        long tasks = Math.max(1, job.array().tasks());
        options.home().ifPresent(pool -> {
            pool.countPending(classified.pendingClass(), tasks);
            cause.ifPresent(known -> pool.countUnsatisfiable(known, tasks));
        });
        String partition = options.fits().stream()
                .map(Options.Candidate::partition)
                .findFirst()
                .or(() -> options.misfit().map(Options.Misfit::partition))
                .orElse(job.firstPartition());
        long machines = notHelped
                ? Optional.ofNullable(unhelped.get(job.id()))
                        .map(Unhelped::nodes)
                        .orElse(0L)
                : options.small().map(small -> small.pool().max()).orElse(0L);
        long each = options.small().map(Options.Candidate::nodes).orElse(0L);
        add(job, classified, new Outcome(partition, options.home(), 0, each, 0, cause, machines));
    }

    private void add(Job job, Classifier.Classified classified, Outcome outcome) {
        all.add(new JobExplanation(
                job.id(),
                classified.pendingClass(),
                job.status().reason(),
                outcome.partition(),
                outcome.pool().map(home -> home.pool().name()),
                Math.max(1, job.array().tasks()),
                outcome.counted(),
                outcome.nodesEach(),
                outcome.newNodes(),
                classified.verdict(),
                outcome.cause(),
                job.times().eligibleAt(),
                outcome.machines(),
                job.shape().placement().grouping(),
                classified.limit()));
    }
}
