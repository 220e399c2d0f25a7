package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.LimitUse;
import dev.sluice.exporter.derive.LimitUse.JobGroup;
import dev.sluice.exporter.derive.LimitUse.Owner;
import dev.sluice.exporter.derive.TaskUse;
import dev.sluice.exporter.derive.TaskUse.LicenseAmounts;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Counts the jobs that start against the limits of QOSes, associations and licenses, as slurmctld does in {@code
 * acct_policy.c}: a limit of the first QOS hides the same limit of the second QOS and of the associations. Ask in the
 * order of the queue.
 */
public final class LimitBook {

    private static final Comparator<Qos> BY_PRIORITY =
            Comparator.comparingLong(Qos::priority).reversed();

    private static final List<List<RunningTotal>> WITHOUT_LIMITS = List.of(List.of());

    private final LimitUse use;
    private final LicensePool licenses;
    private final Map<String, Qos> qos = new HashMap<>();
    private final Map<Leaf, Association> associations = new HashMap<>();
    private final Map<AppliedLimit, RunningTotal> totals = new HashMap<>();
    private final Map<Terms, List<RunningTotal>> byTerms = new HashMap<>();

    /** An association; user and partition are empty for an account. */
    private record Leaf(String account, String user, String partition) {}

    /** The properties of a job that determine its limits. */
    private record Terms(List<String> qos, String account, String user, String partition) {}

    /** A limit that a QOS can hide. */
    private record Subject(LimitKind kind, String tres) {}

    /** Creates a book with the use by running jobs. */
    public LimitBook(Constraints limits, List<Job> jobs) {
        boolean isEmpty = limits.qos().isEmpty() && limits.associations().isEmpty();
        this.use = new LimitUse(isEmpty ? List.of() : jobs, limits.partitions(), limits.associations());
        this.licenses = new LicensePool(limits.licenses(), jobs);
        limits.qos().forEach(one -> qos.put(one.name(), one));
        for (Association one : limits.associations()) {
            associations.put(new Leaf(one.account(), one.user(), one.partition()), one);
        }
    }

    /**
     * Returns how many tasks of a pending job may start in a partition, with any of the job's QOSes.
     *
     * @param use use of one task
     */
    public Headroom headroom(Job job, String partition, Supplier<TaskUse> use) {
        Headroom licensed = licenses.headroom(job);
        List<List<RunningTotal>> choices = choices(job, partition);
        if (choices.contains(List.of())) {
            return licensed;
        }
        TaskUse task = use.get();
        // QOSes share the limits of associations, so each QOS counts the tasks of the QOSes before.
        List<Runnable> undo = new ArrayList<>();
        Headroom all = headroom(choices.get(0), task);
        for (int i = 1; i < choices.size() && all.tasks() < Long.MAX_VALUE; i++) {
            undo.add(start(
                    choices.get(i - 1), task, headroom(choices.get(i - 1), task).tasks()));
            all = all.plus(headroom(choices.get(i), task));
        }
        undo.forEach(Runnable::run);
        return all.never() ? all : licensed.min(all);
    }

    private static Headroom headroom(List<RunningTotal> totals, TaskUse task) {
        Headroom least = Headroom.UNLIMITED;
        for (RunningTotal total : totals) {
            Headroom one = total.headroom(task);
            if (one.never()) {
                return one;
            }
            least = least.min(one);
        }
        return least;
    }

    /** Counts tasks that start. Returns an action that takes the tasks back. */
    public Runnable start(Job job, String partition, TaskUse task, long tasks) {
        licenses.start(job, tasks);
        List<Runnable> undo = new ArrayList<>(List.of(() -> licenses.start(job, -tasks)));
        List<List<RunningTotal>> choices = choices(job, partition);
        long left = tasks;
        for (int i = 0; i < choices.size(); i++) {
            List<RunningTotal> choice = choices.get(i);
            long here = i == choices.size() - 1
                    ? left
                    : Math.min(left, headroom(choice, task).tasks());
            undo.add(start(choice, task, here));
            left -= here;
        }
        return () -> undo.forEach(Runnable::run);
    }

    private static Runnable start(List<RunningTotal> totals, TaskUse task, long tasks) {
        totals.forEach(total -> total.start(task, tasks));
        return () -> totals.forEach(total -> total.start(task, -tasks));
    }

    /**
     * Returns true if a pending job exceeds a limit in each of its partitions, so that the job can never start as
     * requested.
     */
    public boolean refuses(Job job) {
        TaskUse task = TaskUse.of(job);
        return !job.partitions().isEmpty()
                && job.partitions().stream()
                        .flatMap(partition -> choices(job, partition).stream())
                        .allMatch(totals -> totals.stream()
                                .anyMatch(total ->
                                        task.isRefusedBy(total.applied().limit())));
    }

    /** Returns the limits that apply to a job in a partition, with their use. */
    public List<RunningTotal> totals(Job job, String partition) {
        return choices(job, partition).stream().flatMap(List::stream).distinct().toList();
    }

    /** Returns the limits for each QOS of a job, in the order in which slurmctld tries the QOSes. */
    private List<List<RunningTotal>> choices(Job job, String partition) {
        if (qos.isEmpty() && associations.isEmpty()) {
            return WITHOUT_LIMITS;
        }
        List<String> names = job.owner().qosNames();
        if (names.size() > 1) {
            names = names.stream()
                    .filter(qos::containsKey)
                    .map(qos::get)
                    .sorted(BY_PRIORITY)
                    .map(Qos::name)
                    .toList();
        }
        String first = use.qosOf(partition);
        return (names.isEmpty() ? List.of("") : names)
                .stream()
                        .map(name -> new Terms(
                                List.of(first, name),
                                job.owner().account(),
                                job.owner().user(),
                                partition))
                        .map(terms -> byTerms.computeIfAbsent(terms, this::find))
                        .toList();
    }

    /** Returns true if a job counts against a limit once it runs. */
    public boolean counts(Job job, AppliedLimit applied) {
        List<String> sharers = List.of("", job.owner().user(), job.owner().account());
        return sharers.contains(applied.jobs().sharer()) && use.groupsOf(job).contains(applied.jobs());
    }

    private List<RunningTotal> find(Terms terms) {
        List<RunningTotal> found = new ArrayList<>();
        Set<Subject> hidden = new HashSet<>();
        double factor = 1;
        for (Qos one : order(terms.qos())) {
            for (Limit limit :
                    Stream.concat(one.limits().stream(), one.perJob().stream()).toList()) {
                if (hidden.add(new Subject(limit.kind(), limit.tres()))) {
                    JobGroup jobs = JobGroup.of(one, limit, terms.user(), terms.account());
                    found.add(total(new AppliedLimit(jobs, "", limit), limit));
                }
            }
            factor = factor == 1 ? one.limitFactor() : factor;
        }
        addAssociations(terms, hidden, factor, found);
        return found;
    }

    private List<Qos> order(List<String> names) {
        List<Qos> known = new ArrayList<>();
        names.stream().filter(qos::containsKey).map(qos::get).forEach(known::add);
        if (known.size() == 2 && known.get(1).flags().contains("OVERRIDE_PARTITION_QOS")) {
            Collections.reverse(known);
        }
        return known;
    }

    private void addAssociations(Terms terms, Set<Subject> hidden, double factor, List<RunningTotal> found) {
        List<Association> chain = chain(terms);
        Set<Subject> inherited = new HashSet<>(hidden);
        if (hidden.stream().anyMatch(LimitBook::hidesMaxJobs)) {
            inherited.add(new Subject(LimitKind.MAX_JOBS, ""));
        }
        for (Association one : chain) {
            for (Limit limit : one.limits()) {
                if (!hidden.contains(new Subject(limit.kind(), limit.tres()))) {
                    found.add(total(applied(one, scaled(limit, factor)), limit));
                }
            }
            for (Limit limit : one.inherited()) {
                if (inherited.add(new Subject(limit.kind(), limit.tres()))) {
                    found.add(total(applied(chain.get(0), scaled(limit, factor)), limit));
                }
            }
        }
    }

    /** Returns the association of a job, and the accounts above. */
    private List<Association> chain(Terms terms) {
        List<Association> chain = new ArrayList<>();
        Association unlimited = new Association("", terms.account(), terms.user(), "", List.of());
        chain.add(associations.getOrDefault(
                new Leaf(terms.account(), terms.user(), terms.partition()),
                associations.getOrDefault(new Leaf(terms.account(), terms.user(), ""), unlimited)));
        for (String account : use.accountsFrom(terms.account())) {
            Association one = associations.get(new Leaf(account, "", ""));
            if (one != null) {
                chain.add(one);
            }
        }
        return chain;
    }

    private static boolean hidesMaxJobs(Subject subject) {
        return subject.kind() == LimitKind.MAX_JOBS_PER_USER || subject.kind() == LimitKind.MAX_JOBS_PER_ACCOUNT;
    }

    private static AppliedLimit applied(Association one, Limit limit) {
        return new AppliedLimit(JobGroup.of(one), one.partition(), limit);
    }

    private static Limit scaled(Limit limit, double factor) {
        return switch (limit.kind()) {
            case GRP_TRES, MAX_TRES_PER_JOB ->
                factor > 0 ? new Limit(limit.kind(), limit.tres(), Math.floor(limit.most() * factor)) : limit;
            default -> limit;
        };
    }

    /** The use of an association of one partition is unknown. */
    private RunningTotal total(AppliedLimit applied, Limit unscaled) {
        return totals.computeIfAbsent(
                applied,
                unused -> new RunningTotal(
                        applied,
                        applied.partition().isEmpty() ? use.used(applied.jobs(), unscaled) : OptionalDouble.empty()));
    }

    /** The licenses that jobs can get. */
    private static final class LicensePool {

        private final Map<String, License> licenses = new HashMap<>();
        private final Map<String, Long> used = new HashMap<>();

        LicensePool(List<License> all, List<Job> jobs) {
            for (License license : all) {
                // A license of some nodes limits only the jobs on these nodes.
                if (license.nodes().isEmpty()) {
                    licenses.put(license.name(), license);
                }
            }
            for (Job job : jobs) {
                if (job.allocated()) {
                    start(job, 1);
                }
            }
            // The list of licenses may be older or newer than the list of jobs.
            licenses.values().forEach(license -> used.merge(license.name(), license.used(), Math::max));
        }

        Headroom headroom(Job job) {
            Headroom least = Headroom.UNLIMITED;
            if (isKnown(job)) {
                // slurmctld keeps the licenses of reservations from all jobs outside of the reservation.
                boolean outside = job.shape().placement().reservation().isEmpty();
                for (Map.Entry<String, Long> asked :
                        LicenseAmounts.parse(job.shape().licenses()).entrySet()) {
                    License license = licenses.get(asked.getKey());
                    if (license != null && asked.getValue() > 0) {
                        long free = license.total()
                                - used.getOrDefault(license.name(), 0L)
                                - (outside ? license.reserved() : 0);
                        String name = "license " + license.name();
                        least = least.min(
                                asked.getValue() > license.total()
                                        ? Headroom.never(name)
                                        : new Headroom(Math.max(0, free) / asked.getValue(), false, name));
                    }
                }
            }
            return least;
        }

        void start(Job job, long tasks) {
            if (isKnown(job)) {
                LicenseAmounts.parse(job.shape().licenses())
                        .forEach((name, amount) -> used.merge(name, amount * tasks, Long::sum));
            }
        }

        private boolean isKnown(Job job) {
            String asked = job.shape().licenses();
            return !licenses.isEmpty() && !asked.isEmpty() && !LicenseAmounts.isAnyEnough(asked);
        }
    }

    /**
     * How many tasks of a job may start now.
     *
     * @param tasks maximum number of tasks; {@link Long#MAX_VALUE} without a limit
     * @param never whether the job violates the limit without any other job
     * @param limit name of the strictest limit; empty without a limit
     */
    public record Headroom(long tasks, boolean never, String limit) {

        /** No limit. */
        public static final Headroom UNLIMITED = new Headroom(Long.MAX_VALUE, false, "");

        static Headroom never(String limit) {
            return new Headroom(0, true, limit);
        }

        /** Returns the tasks that may start with either of two QOSes. */
        Headroom plus(Headroom other) {
            return new Headroom(
                    Amounts.sum(tasks, other.tasks), never && other.never, tasks == 0 ? other.limit : limit);
        }

        Headroom min(Headroom other) {
            return other.tasks < tasks ? other : this;
        }
    }

    /**
     * A limit that applies to a job, and the jobs that share the limit.
     *
     * @param partition partition to which the association of a user is restricted; usually empty
     */
    public record AppliedLimit(JobGroup jobs, String partition, Limit limit) {

        /** Returns the limit in the words of sacctmgr. */
        String text() {
            String name = jobs.name();
            String of =
                    jobs.owner() == Owner.USER ? "user " + jobs.sharer() + " in account " + name : "account " + name;
            return (jobs.owner().isQos() ? "QOS " + name : of) + " "
                    + limit.kind().label() + (limit.tres().isEmpty() ? "" : " " + limit.tres());
        }
    }
}
