package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.LimitBook.Headroom;
import dev.sluice.exporter.derive.scaling.pool.Reservations;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.PendingReason;
import dev.sluice.exporter.model.job.PendingReason.ScalingRule;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Decides by reason, hold, times and reservations of all nodes whether more nodes could help a pending job. */
final class Classifier {

    /**
     * slurmctld starts a requeued job after 121 s at the earliest. A node that is removed in this time could not return
     * in time.
     */
    private static final long REQUEUE_SECONDS = 130;

    private static final Set<String> OF_PARTITION =
            Set.of("AccountNotAllowed", "MaxMemPerLimit", "PartitionDown", "PartitionInactive", "PartitionTimeLimit");

    /** Excludes limits on past and remaining use: the model does not know this use. */
    private static final Pattern OF_QOS =
            Pattern.compile("QOS(?!Grp.*(?:Minutes|Wall)|UsageThreshold).*|Max(?!.*RunMins).*Per(?:User|Account)");

    private final ScalingInput.Policy policy;
    private final Reservations reservations;
    private final long now;
    private final boolean limitsKnown;

    /**
     * The class of a job, and the check that determined the class.
     *
     * @param verdict {@link Verdict#COUNTED} if nothing prevents the job from being counted
     * @param limit name of the limit that prevents tasks from starting; empty without a limit
     */
    record Classified(PendingClass pendingClass, Verdict verdict, String limit) {

        Classified(PendingClass pendingClass, Verdict verdict) {
            this(pendingClass, verdict, "");
        }

        /** Returns why the job cannot run if a limit is the cause. */
        Optional<UnsatisfiableCause> cause() {
            return limit.isEmpty() ? Optional.empty() : Optional.of(UnsatisfiableCause.ABOVE_LIMIT);
        }

        /** Returns the class of a job of which no task may start. */
        static Classified of(Headroom none) {
            return none.never()
                    ? new Classified(PendingClass.UNSATISFIABLE, Verdict.IMPOSSIBLE, none.limit())
                    : new Classified(PendingClass.WAITING, Verdict.LIMIT, none.limit());
        }
    }

    Classifier(ScalingInput input, Reservations reservations) {
        this.reservations = reservations;
        this.policy = input.policy();
        this.now = input.at().getEpochSecond();
        this.limitsKnown = !input.constraints().qos().isEmpty();
    }

    Classified classify(Job job) {
        ScalingRule rule = rule(job, limitsKnown);
        if (impossible(rule).isPresent()) {
            return new Classified(PendingClass.UNSATISFIABLE, Verdict.IMPOSSIBLE);
        }
        if (job.status().held()) {
            return new Classified(PendingClass.WAITING, Verdict.HELD);
        }
        if (reservations.holdAllNodes(job)) {
            return new Classified(PendingClass.WAITING, Verdict.ALL_RESERVED);
        }
        return switch (rule) {
            case ELIGIBLE -> settled(job, PendingClass.ELIGIBLE);
            case CONDITIONAL -> settled(job, PendingClass.CONDITIONAL);
            case BEGIN_TIME ->
                beginsSoon(job)
                        ? settled(job, PendingClass.LOOKAHEAD)
                        : new Classified(PendingClass.WAITING, Verdict.BEGINS_LATER);
            case UNCLASSIFIED -> new Classified(PendingClass.UNCLASSIFIED, Verdict.UNCLASSIFIED);
            case WAITING, IMPOSSIBLE, PARTITION_CLOSED, PARTITION_LIMIT ->
                new Classified(PendingClass.WAITING, Verdict.WAITS);
        };
    }

    /** Returns whether more nodes can help. slurmctld stores one reason for all partitions and QOSes of a job. */
    static ScalingRule rule(Job job, boolean limitsKnown) {
        String reason = job.status().reason();
        boolean several = job.partitions().size() > 1;
        boolean qoses = limitsKnown && (several || job.owner().qosNames().size() > 1);
        boolean ofOne = (several && OF_PARTITION.contains(reason))
                || (qoses && OF_QOS.matcher(reason).matches());
        return ofOne ? ScalingRule.CONDITIONAL : PendingReason.of(reason).scalingRule();
    }

    /** Returns why a job with a pending reason cannot run; empty if the job can run despite the reason. */
    static Optional<UnsatisfiableCause> impossible(ScalingRule rule) {
        return switch (rule) {
            case PARTITION_CLOSED -> Optional.of(UnsatisfiableCause.PARTITION_DOWN);
            case PARTITION_LIMIT -> Optional.of(UnsatisfiableCause.PARTITION_LIMIT);
            case IMPOSSIBLE -> Optional.of(UnsatisfiableCause.FEATURE_UNKNOWN);
            case ELIGIBLE, CONDITIONAL, BEGIN_TIME, WAITING, UNCLASSIFIED -> Optional.empty();
        };
    }

    private boolean beginsSoon(Job job) {
        long lookahead = policy.lookahead().toSeconds();
        long ahead = job.status().restarts() > 0 ? Math.max(REQUEUE_SECONDS, lookahead) : lookahead;
        return job.times().eligibleAt() > 0 && job.times().eligibleAt() - now <= ahead;
    }

    private Classified settled(Job job, PendingClass pendingClass) {
        // Never returns a negative time, even if slurmctld's clock is ahead of the exporter's clock.
        long age = Math.max(
                0,
                now - Math.max(job.times().submittedAt(), Math.min(job.times().eligibleAt(), now)));
        boolean unseen = job.status().reason().equals("None")
                && now - job.times().submittedAt() < policy.pollInterval().toSeconds();
        return unseen || age < policy.debounce().toSeconds()
                ? new Classified(PendingClass.WAITING, Verdict.TOO_NEW)
                : new Classified(pendingClass, Verdict.COUNTED);
    }
}
