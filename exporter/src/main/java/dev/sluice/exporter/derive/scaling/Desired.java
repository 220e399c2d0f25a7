package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.MemberCounts;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Computes the desired size of a pool after all jobs are placed, and the sentences that explain the size. */
final class Desired {

    private final PoolState state;
    private final Pool pool;
    private final MemberCounts counts;
    private final ScalingInput.Policy policy;
    private final ScalingInput.History history;
    private final List<String> reasons = new ArrayList<>();

    private Desired(PoolState state, ScalingInput.Policy policy, ScalingInput.History history) {
        this.state = state;
        this.pool = state.pool();
        this.counts = state.counts();
        this.policy = policy;
        this.history = history;
    }

    static PoolDemand of(PoolState state, ScalingInput.Policy policy, ScalingInput.History history) {
        return new Desired(state, policy, history).demand();
    }

    private PoolDemand demand() {
        sayWhatJobsNeed();
        long desired = pool.notScalable().isPresent() ? fixed() : clamped(wanted());
        sayWhichPodsAreMissing();
        if (!pool.paused().isEmpty()) {
            reasons.add("autoscaling is paused ("
                    + pool.paused().stream()
                            .map(ScaleLimit.Direction::label)
                            .sorted()
                            .collect(Collectors.joining(", "))
                    + ")");
        }
        return new PoolDemand(
                pool.name(),
                desired,
                pool.min(),
                pool.max(),
                pool.replicas(),
                counts,
                state.pendingNodes(),
                state.pendingJobs(),
                state.unsatisfiable(),
                state.blockedJobs(),
                pool.notScalable(),
                pool.paused(),
                reasons);
    }

    private long fixed() {
        pool.notScalable().ifPresent(why -> reasons.add("its number is not set: " + why));
        return pool.replicas();
    }

    private long wanted() {
        long enough = state.pendingNodes();
        // Until a planned job starts, its idle nodes cost as much as the nodes that a later start would need.
        if (counts.planned() > enough && state.headOfLine().startsSoon()) {
            enough = counts.planned();
            reasons.add(counted(enough, "idle node") + " planned by Slurm for pending jobs, kept");
        }
        long wanted = Amounts.sum(counts.busy(), enough);
        long spares = Math.max(0, policy.spares());
        if (spares > 0) {
            wanted = Amounts.sum(wanted, spares);
            reasons.add(counted(spares, "node") + " to spare");
        }
        // Jobs in reservations cannot use replacements: the nodes for these jobs already exist, or must be the reserved
        // nodes.
        if (policy.replaceUnusable()
                && counts.broken() > 0
                && (spares > 0 || state.pendingNodes() > state.pending().reserved())) {
            wanted = Amounts.sum(wanted, counts.broken());
            reasons.add(counted(counts.broken(), "node") + " that cannot take work, replaced");
        }
        long operated = counts.unusable() - counts.broken();
        if (operated > 0) {
            reasons.add(counted(operated, "node") + " down or drained by the operator, not replaced");
        }
        if (state.pending().ordinals() > wanted) {
            wanted = state.pending().ordinals();
            reasons.add("jobs ask by name or reservation for the node with ordinal " + (wanted - 1));
        }
        return withOrdinals(wanted);
    }

    /** A StatefulSet removes the pod with the highest ordinal first, even if the node of this pod is busy. */
    private long withOrdinals(long wanted) {
        long floor = counts.highestBusyOrdinal() + 1;
        if (pool.removal() == Pool.Removal.HIGHEST_ORDINAL && floor > wanted) {
            reasons.add("the pod with ordinal " + counts.highestBusyOrdinal() + " is busy");
            return floor;
        }
        return wanted;
    }

    private long clamped(long wanted) {
        if (wanted > pool.max()) {
            reasons.add(counted(wanted, "node") + " needed, the maximum is " + pool.max());
            return Math.max(0, pool.max());
        }
        if (wanted < pool.min()) {
            reasons.add(counted(wanted, "node") + " needed, the minimum is " + pool.min());
            return Math.max(0, Math.min(pool.min(), pool.max()));
        }
        return wanted;
    }

    private void sayWhichPodsAreMissing() {
        long pods = pool.members().stream()
                .filter(member -> member.condition() != Member.Condition.GHOST)
                .count();
        if (pool.notScalable().isEmpty() && pods < pool.replicas()) {
            reasons.add(counted(pool.replicas() - pods, "pod") + " not created by the operator");
        }
    }

    private void sayWhatJobsNeed() {
        long jobs = 0;
        for (PendingClass pendingClass : PendingClass.values()) {
            jobs = pendingClass.counts() ? Amounts.sum(jobs, of(pendingClass)) : jobs;
        }
        long counting = jobs - state.blockedJobs();
        if (counting > 0) {
            reasons.add(counted(counting, "job needs ", "jobs need ") + counted(state.pendingNodes(), "node")
                    + " beyond the " + counts.busy() + " busy");
        } else if (state.pendingNodes() > 0) {
            reasons.add("a job of several NodeSets needs " + counted(state.pendingNodes(), "node") + " beyond the "
                    + counts.busy() + " busy");
        } else {
            reasons.add(counted(counts.busy(), "node") + " busy, no pending job needs more");
        }
        Instant until = history.backoffs().get(pool.name());
        if (until != null) {
            reasons.add("nodes do not start: until " + until.truncatedTo(ChronoUnit.SECONDS)
                    + " jobs go to other NodeSets where they fit");
        }
        long unfit = state.pending().unfit();
        if (unfit > 0) {
            reasons.add(counted(unfit, "idle node does", "idle nodes do")
                    + " not suit the jobs: further nodes are requested on top");
        }
        if (state.blockedJobs() > 0) {
            reasons.add(counted(state.blockedJobs(), "job does", "jobs do")
                    + " not fit below the maximum while other jobs run");
        }
        for (PoolState.Extra extra : state.extras()) {
            String room = extra.found() == 0
                    ? "busy nodes have room"
                    : counted(extra.found(), "idle node fits", "idle nodes fit");
            reasons.add("Slurm reports " + extra.job().status().reason() + " for a job although " + room + ": "
                    + counted(extra.nodes(), "more node", "more nodes") + " requested");
        }
        state.reservation()
                .ifPresent(nodes -> reasons.add(
                        counted(nodes, "node") + " reserved for a job: jobs behind it started while it waited"));
        say(PendingClass.WAITING, " not helped by nodes");
        say(PendingClass.UNCLASSIFIED, " with an unknown reason");
        state.unsatisfiable()
                .forEach((cause, number) -> reasons.add(counted(number, "job") + " impossible: " + cause.label()));
    }

    private void say(PendingClass pendingClass, String what) {
        long jobs = of(pendingClass);
        if (jobs > 0) {
            reasons.add(counted(jobs, "job") + what);
        }
    }

    private long of(PendingClass pendingClass) {
        return state.pendingJobs().getOrDefault(pendingClass, 0L);
    }

    private static String counted(long number, String noun) {
        return counted(number, noun, noun + "s");
    }

    private static String counted(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
