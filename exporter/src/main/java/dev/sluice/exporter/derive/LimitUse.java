package dev.sluice.exporter.derive;

import dev.sluice.exporter.derive.LimitUse.Used;
import dev.sluice.exporter.derive.SeriesBudget.Kept;
import dev.sluice.exporter.derive.TaskUse.LicenseAmounts;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The use of limits by the current jobs. */
public final class LimitUse {

    private static final Usage NOTHING = new Usage();

    /** The usage of the jobs of each owner, by sharer. */
    private final Map<OwnerName, Map<String, Usage>> usages = new HashMap<>();

    private final Map<String, String> qosOfPartition = new HashMap<>();
    private final Map<String, String> parents = new HashMap<>();

    private record OwnerName(Owner owner, String name) {}

    /** The owner of a limit. */
    public enum Owner {
        QOS,
        /** The limit applies to each user within a QOS. */
        QOS_USER,
        /** The limit applies to each account within a QOS. */
        QOS_ACCOUNT,
        ACCOUNT,
        /** The limit applies to one user within an account. */
        USER,
        ARRAY;

        /** Returns true for the owners that are a QOS or a part of its jobs. */
        public boolean isQos() {
            return this == QOS || this == QOS_USER || this == QOS_ACCOUNT;
        }
    }

    /**
     * Jobs that share limits.
     *
     * @param name name of the QOS or the account
     * @param sharer user or account whose jobs share the limit; empty if all jobs of the owner share the limit
     */
    public record JobGroup(Owner owner, String name, String sharer) {

        /** Returns the jobs of a user and an account that share a limit of a QOS. */
        public static JobGroup of(Qos qos, Limit limit, String user, String account) {
            return switch (limit.kind()) {
                case MAX_TRES_PER_USER, MAX_JOBS_PER_USER, MAX_SUBMIT_PER_USER ->
                    new JobGroup(Owner.QOS_USER, qos.name(), user);
                case MAX_TRES_PER_ACCOUNT, MAX_JOBS_PER_ACCOUNT, MAX_SUBMIT_PER_ACCOUNT ->
                    new JobGroup(Owner.QOS_ACCOUNT, qos.name(), account);
                default -> new JobGroup(Owner.QOS, qos.name(), "");
            };
        }

        public static JobGroup of(Association one) {
            return new JobGroup(one.user().isEmpty() ? Owner.ACCOUNT : Owner.USER, one.account(), one.user());
        }
    }

    /**
     * A limit and its use.
     *
     * @param used used amount; empty if the job records do not show the amount. For a limit per user or per account,
     *     the largest amount that one user or account uses
     */
    public record Used(Limit limit, OptionalDouble used) {}

    /**
     * Sums up the jobs.
     *
     * @param partitions partitions; a job also counts in the QOS of its partition
     * @param associations associations of this cluster; a job also counts in all parents of its account
     */
    public LimitUse(List<Job> jobs, List<Partition> partitions, List<Association> associations) {
        partitions.forEach(partition -> qosOfPartition.put(partition.name(), partition.qos()));
        associations.stream()
                .filter(association -> association.user().isEmpty())
                .forEach(association -> parents.put(association.account(), association.parent()));
        jobs.stream()
                .filter(Usage::counts)
                .forEach(job -> groupsOf(job)
                        .forEach(group -> usages.computeIfAbsent(
                                        new OwnerName(group.owner(), group.name()), unused -> new HashMap<>())
                                .computeIfAbsent(group.sharer(), unused -> new Usage())
                                .add(job)));
    }

    /** Returns the groups of jobs with which a job shares limits. */
    public List<JobGroup> groupsOf(Job job) {
        String user = job.owner().user();
        String account = job.owner().account();
        List<JobGroup> groups = new ArrayList<>();
        for (String qos : qosOf(job)) {
            groups.add(new JobGroup(Owner.QOS, qos, ""));
            groups.add(new JobGroup(Owner.QOS_USER, qos, user));
            groups.add(new JobGroup(Owner.QOS_ACCOUNT, qos, account));
        }
        accountsFrom(account).forEach(name -> groups.add(new JobGroup(Owner.ACCOUNT, name, "")));
        groups.add(new JobGroup(Owner.USER, account, user));
        return groups;
    }

    private Map<String, Usage> parts(Owner owner, String name) {
        return usages.getOrDefault(new OwnerName(owner, name), Map.of());
    }

    /** Returns the QOSes whose limits apply to a job; a pending job of several partitions counts in the first. */
    public Set<String> qosOf(Job job) {
        return qosOf(job, job.firstPartition());
    }

    /** Returns the QOSes whose limits apply to a job in a partition: the QOS of the partition, and the job's QOSes. */
    public Set<String> qosOf(Job job, String partition) {
        Set<String> names = new LinkedHashSet<>();
        names.add(qosOf(partition));
        names.addAll(job.owner().qosNames());
        names.remove("");
        return names;
    }

    /** Returns the QOS of a partition; empty if unknown. */
    public String qosOf(String partition) {
        return qosOfPartition.getOrDefault(partition, "");
    }

    /** Returns an account and all of its parents: the accounts whose limits apply to a job of the account. */
    public Set<String> accountsFrom(String account) {
        Set<String> names = new LinkedHashSet<>();
        for (String name = account; !name.isEmpty() && names.add(name); name = parents.getOrDefault(name, "")) {
            // The set ends the loop if the parents form a cycle.
        }
        return names;
    }

    public SortedMap<String, List<Used>> ofQos(List<Qos> all) {
        SortedMap<String, List<Used>> used = new TreeMap<>();
        for (Qos one : all) {
            if (!one.limits().isEmpty()) {
                used.put(
                        one.name(),
                        one.limits().stream()
                                .map(limit -> new Used(limit, most(limit, one)))
                                .toList());
            }
        }
        return used;
    }

    public OptionalDouble used(JobGroup jobs, Limit limit) {
        return used(limit, parts(jobs.owner(), jobs.name()).getOrDefault(jobs.sharer(), NOTHING));
    }

    /** Returns the amount of a limit that one job uses; empty if the job's record does not show the amount. */
    public static OptionalDouble by(Job job, Limit limit) {
        Usage usage = new Usage();
        if (Usage.counts(job)) {
            usage.add(job);
        }
        return used(limit, usage);
    }

    /** Returns the limits of each account that has limits, by published name. */
    public SortedMap<String, List<Used>> ofAccounts(List<Association> associations, NameRule names) {
        SortedMap<String, List<Used>> used = new TreeMap<>();
        for (Association association : associations) {
            if (association.user().isEmpty() && !association.limits().isEmpty()) {
                JobGroup jobs = JobGroup.of(association);
                List<Used> limits = association.limits().stream()
                        .map(limit -> new Used(limit, used(jobs, limit)))
                        .toList();
                names.shown(association.account()).ifPresent(name -> used.put(name, limits));
            }
        }
        return used;
    }

    private OptionalDouble most(Limit limit, Qos one) {
        JobGroup jobs = JobGroup.of(one, limit, "", "");
        if (jobs.owner() == Owner.QOS) {
            return used(jobs, limit);
        }
        return Stream.concat(Stream.of(NOTHING), parts(jobs.owner(), one.name()).values().stream())
                .flatMapToDouble(usage -> used(limit, usage).stream())
                .max();
    }

    private static OptionalDouble used(Limit limit, Usage usage) {
        return switch (limit.kind()) {
            case GRP_TRES, MAX_TRES_PER_USER, MAX_TRES_PER_ACCOUNT -> usage.of(limit.tres());
            case GRP_JOBS, MAX_JOBS_PER_USER, MAX_JOBS_PER_ACCOUNT, MAX_JOBS -> OptionalDouble.of(usage.started());
            case GRP_SUBMIT, MAX_SUBMIT_PER_USER, MAX_SUBMIT_PER_ACCOUNT -> OptionalDouble.of(usage.submitted());
            default -> OptionalDouble.empty();
        };
    }

    /** The use of limits by a group of jobs. */
    private static final class Usage {

        private static final String GPU = "gres/gpu";
        private static final String LICENSE = "license/";

        private long started;
        private long submitted;
        private long cpus;
        private long memoryBytes;
        private long gpus;
        private final Map<String, Long> gpusByType = new HashMap<>();

        /** Hostlists of the jobs; expanded only on demand, because few limits need the names of nodes. */
        private final List<String> nodes = new ArrayList<>();

        private final Map<String, Long> licenses = new HashMap<>();
        private boolean licensesKnown = true;

        /** Returns true if a job counts: the job is pending, running or suspended. */
        static boolean counts(Job job) {
            return job.pending() || job.allocated();
        }

        void add(Job job) {
            submitted = Amounts.sum(submitted, job.array().tasks());
            if (!job.allocated()) {
                return;
            }
            started = Amounts.sum(started, job.array().tasks());
            Tres held = job.allocation().tres();
            cpus = Amounts.sum(cpus, held.cpus());
            memoryBytes = Amounts.sum(memoryBytes, held.memoryBytes());
            gpus = Amounts.sum(gpus, held.gpus().suiting(GpuCounts.UNTYPED));
            if (!job.allocation().nodes().isEmpty()) {
                nodes.add(job.allocation().nodes());
            }
            addLicenses(job.shape().licenses());
            held.gpus().byType().forEach((type, count) -> {
                if (!type.equals(GpuCounts.UNTYPED)) {
                    gpusByType.merge(GPU + ":" + type, count, Amounts::sum);
                }
            });
        }

        private void addLicenses(String text) {
            if (!text.isEmpty()) {
                licensesKnown &= !LicenseAmounts.isAnyEnough(text);
                LicenseAmounts.parse(text)
                        .forEach((name, amount) -> licenses.merge(LICENSE + name, amount, Amounts::sum));
            }
        }

        long started() {
            return started;
        }

        long submitted() {
            return submitted;
        }

        /** Returns the used amount of a resource; empty if job records do not show the amount. */
        OptionalDouble of(String tres) {
            return switch (tres) {
                case "cpu" -> OptionalDouble.of(cpus);
                case "mem" -> OptionalDouble.of(memoryBytes);
                // Like slurmctld, counts a node once even if several of the jobs run on the node.
                case "node" ->
                    OptionalDouble.of(nodes.stream()
                            .flatMap(hostlist -> Hostlist.names(hostlist).stream())
                            .distinct()
                            .count());
                case GPU -> OptionalDouble.of(gpus);
                default -> ofName(tres);
            };
        }

        private OptionalDouble ofName(String tres) {
            if (tres.startsWith(GPU + ":")) {
                return OptionalDouble.of(gpusByType.getOrDefault(tres, 0L));
            }
            return tres.startsWith(LICENSE) && licensesKnown
                    ? OptionalDouble.of(licenses.getOrDefault(tres, 0L))
                    : OptionalDouble.empty();
        }
    }

    /**
     * The published limits of QOS or accounts, highest utilization first. Names over the cardinality limit are omitted,
     * because limits cannot be summed. The number of omitted names is counted.
     *
     * @param folded number of omitted names
     */
    public record ShownLimits(SortedMap<String, List<Used>> limits, int folded) {

        /** Ties are ordered by name, so that the selection is stable. */
        private static final Comparator<Map.Entry<String, List<Used>>> NEAREST = Comparator.comparingDouble(
                        (Map.Entry<String, List<Used>> entry) -> nearness(entry.getValue()))
                .reversed()
                .thenComparing(Map.Entry.comparingByKey());

        /**
         * Selects the names within the cardinality limit.
         *
         * @param max maximum number of names
         */
        public static ShownLimits of(SortedMap<String, List<Used>> all, int max) {
            Kept<Map.Entry<String, List<Used>>> picked = SeriesBudget.keep(all.entrySet(), NEAREST, unused -> 1, max);
            SortedMap<String, List<Used>> limits = new TreeMap<>();
            picked.kept().forEach(entry -> limits.put(entry.getKey(), entry.getValue()));
            return new ShownLimits(limits, picked.folded().size());
        }

        /** Returns the highest utilization of the limits: 1 if a limit is fully used, and always 1 for a limit of 0. */
        private static double nearness(List<Used> limits) {
            return limits.stream()
                    .filter(one -> one.used().isPresent())
                    .mapToDouble(one -> one.limit().most() > 0
                            ? one.used().getAsDouble() / one.limit().most()
                            : 1)
                    .max()
                    .orElse(0);
        }
    }
}
