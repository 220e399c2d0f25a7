package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.accounting.LimitUse;
import dev.sluice.exporter.derive.accounting.LimitUse.Used;
import dev.sluice.exporter.derive.accounting.TaskUse;
import dev.sluice.exporter.derive.pending.ReachedLimit.Holder;
import dev.sluice.exporter.derive.pending.ReachedLimit.Owner;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Finds the limits that block pending jobs of one cluster. */
final class ReachedLimits {

    private static final String ARRAY_REASON = "JobArrayTaskLimit";

    private static final Comparator<Holder> BY_USE = Comparator.comparingDouble(Holder::uses)
            .reversed()
            .thenComparing(holder -> holder.job().id());

    private final List<Job> jobs;
    private final Constraints constraints;
    private final Map<Key, List<Holder>> holders = new HashMap<>();
    private Optional<LimitUse> use = Optional.empty();

    /**
     * A limit, and the jobs that count against the limit.
     *
     * @param sharer user or account whose jobs count; empty if all jobs share the limit
     */
    private record Key(Owner owner, String name, Limit limit, String sharer) {}

    ReachedLimits(List<Job> jobs, Constraints constraints) {
        this.jobs = jobs;
        this.constraints = constraints;
    }

    /**
     * Returns the limits that a job's reason names and under which the job does not fit. If the job fits under all
     * limits that the reason names, returns all of these limits. Slurm does not report which of these limits blocks the
     * job.
     */
    List<ReachedLimit> of(Job job) {
        if (job.status().reason().equals(ARRAY_REASON) && job.array().taskLimit() > 0) {
            return List.of(ofArray(job));
        }
        Optional<LimitReason> reason = LimitReason.of(job.status().reason());
        if (reason.isEmpty()) {
            return List.of();
        }
        List<ReachedLimit> all = reason.get().owner() == LimitReason.Owner.QOS
                ? ofQos(job, reason.get())
                : ofAccounts(job, reason.get());
        List<ReachedLimit> reached =
                all.stream().filter(ReachedLimit::isReached).toList();
        return reached.isEmpty() ? all : reached;
    }

    private LimitUse use() {
        LimitUse made = use.orElseGet(() -> new LimitUse(jobs, constraints.partitions(), constraints.accounts()));
        use = Optional.of(made);
        return made;
    }

    private ReachedLimit ofArray(Job job) {
        List<Holder> running = jobs.stream()
                .filter(other -> other.array().jobId() == job.array().jobId() && other.holdsNodes() && !other.pending())
                .map(other -> new Holder(other, 1))
                .sorted(BY_USE)
                .toList();
        return new ReachedLimit(
                Owner.ARRAY,
                "",
                "ArrayTaskThrottle",
                "",
                job.array().taskLimit(),
                OptionalDouble.of(running.size()),
                OptionalDouble.of(1),
                first(running),
                leftOut(running));
    }

    private List<ReachedLimit> ofQos(Job job, LimitReason reason) {
        List<ReachedLimit> found = new ArrayList<>();
        for (Qos qos : constraints.qos()) {
            if (use().qosOf(job).contains(qos.name())) {
                for (Used used :
                        use().ofQos(qos, job.owner().user(), job.owner().account())) {
                    if (reason.isAbout(used.limit())) {
                        Owner owner = owner(used.limit());
                        found.add(reached(new Key(owner, qos.name(), used.limit(), sharer(job, owner)), used, job));
                    }
                }
            }
        }
        return found;
    }

    private List<ReachedLimit> ofAccounts(Job job, LimitReason reason) {
        List<ReachedLimit> found = new ArrayList<>();
        for (Association account : constraints.accounts()) {
            if (use().accountsFrom(job.owner().account()).contains(account.account())) {
                for (Used used : use().ofAccount(account)) {
                    if (reason.isAbout(used.limit())) {
                        found.add(reached(new Key(Owner.ACCOUNT, account.account(), used.limit(), ""), used, job));
                    }
                }
            }
        }
        return found;
    }

    static Owner owner(Limit limit) {
        return switch (LimitUse.sharing(limit)) {
            case ALL -> Owner.QOS;
            case USER -> Owner.QOS_USER;
            case ACCOUNT -> Owner.QOS_ACCOUNT;
        };
    }

    private static String sharer(Job job, Owner owner) {
        return switch (owner) {
            case QOS_USER -> job.owner().user();
            case QOS_ACCOUNT -> job.owner().account();
            case QOS, ACCOUNT, ARRAY -> "";
        };
    }

    private boolean counts(Job job, Key key) {
        return switch (key.owner()) {
            case ACCOUNT -> use().accountsFrom(job.owner().account()).contains(key.name());
            case QOS, QOS_USER, QOS_ACCOUNT, ARRAY ->
                sharer(job, key.owner()).equals(key.sharer())
                        && use().qosOf(job).contains(key.name());
        };
    }

    private List<Holder> holders(Key key) {
        return jobs.stream()
                .filter(job -> counts(job, key))
                .map(job -> new Holder(job, LimitUse.by(job, key.limit()).orElse(0)))
                .filter(holder -> holder.uses() > 0)
                .sorted(BY_USE)
                .toList();
    }

    private ReachedLimit reached(Key key, Used used, Job job) {
        Limit limit = used.limit();
        // slurmrestd cannot name the users of some jobs. These users may be different.
        boolean known = key.owner() != Owner.QOS_USER || !job.owner().user().isEmpty();
        List<Holder> others = known
                ? holders.computeIfAbsent(key, this::holders).stream()
                        .filter(holder -> holder.job().id() != job.id())
                        .toList()
                : List.of();
        return new ReachedLimit(
                key.owner(),
                key.name(),
                limit.kind().label(),
                limit.tres(),
                limit.most(),
                known ? used.used() : OptionalDouble.empty(),
                TaskUse.of(job).of(limit),
                first(others),
                leftOut(others));
    }

    private static List<Holder> first(List<Holder> all) {
        return all.subList(0, Math.min(all.size(), ReachedLimit.MAX_HOLDERS));
    }

    private static long leftOut(List<Holder> all) {
        return Math.max(0, all.size() - ReachedLimit.MAX_HOLDERS);
    }
}
