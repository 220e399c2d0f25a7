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
import java.util.HashSet;
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

    /** The usage of each owner: for a part of a QOS by user or account, else under the empty name. */
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
     * A limit and its use.
     *
     * @param used used amount; empty if the job records do not show the amount. For a limit per user or per account,
     *     the amount that the given user or account uses. Without a given user or account, the largest amount that one
     *     user or account uses
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
        jobs.stream().filter(Usage::counts).forEach(this::add);
    }

    private void add(Job job) {
        String user = job.owner().user();
        String account = job.owner().account();
        for (String qos : qosOf(job)) {
            add(job, Owner.QOS, qos, "");
            add(job, Owner.QOS_USER, qos, user);
            add(job, Owner.QOS_ACCOUNT, qos, account);
        }
        accountsFrom(account).forEach(name -> add(job, Owner.ACCOUNT, name, ""));
        add(job, Owner.USER, account, user);
    }

    private void add(Job job, Owner owner, String name, String part) {
        usages.computeIfAbsent(new OwnerName(owner, name), unused -> new HashMap<>())
                .computeIfAbsent(part, unused -> new Usage())
                .add(job);
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

    /**
     * Returns the limits of a QOS. For limits per user and per account, the use is the use by this user and this
     * account.
     */
    public List<Used> ofQos(Qos one, String user, String account) {
        return one.limits().stream()
                .map(limit -> new Used(limit, used(one, limit, user, account)))
                .toList();
    }

    public OptionalDouble used(Qos one, Limit limit, String user, String account) {
        Owner owner = ownerInQos(limit);
        String part = owner == Owner.QOS_USER ? user : owner == Owner.QOS_ACCOUNT ? account : "";
        return used(limit, parts(owner, one.name()).getOrDefault(part, NOTHING));
    }

    public List<Used> ofAccount(Association account) {
        return account.limits().stream()
                .map(limit -> new Used(limit, used(account, limit)))
                .toList();
    }

    public OptionalDouble used(Association association, Limit limit) {
        Owner owner = association.user().isEmpty() ? Owner.ACCOUNT : Owner.USER;
        return used(limit, parts(owner, association.account()).getOrDefault(association.user(), NOTHING));
    }

    public static Owner ownerInQos(Limit limit) {
        return switch (limit.kind()) {
            case MAX_TRES_PER_USER, MAX_JOBS_PER_USER, MAX_SUBMIT_PER_USER -> Owner.QOS_USER;
            case MAX_TRES_PER_ACCOUNT, MAX_JOBS_PER_ACCOUNT, MAX_SUBMIT_PER_ACCOUNT -> Owner.QOS_ACCOUNT;
            default -> Owner.QOS;
        };
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
                names.shown(association.account()).ifPresent(name -> used.put(name, ofAccount(association)));
            }
        }
        return used;
    }

    private OptionalDouble most(Limit limit, Qos one) {
        Owner owner = ownerInQos(limit);
        if (owner == Owner.QOS) {
            return used(one, limit, "", "");
        }
        return Stream.concat(Stream.of(NOTHING), parts(owner, one.name()).values().stream())
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
                case "node" -> OptionalDouble.of(distinctNodes());
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

        /** Like slurmctld, counts a node once even if several of the jobs run on the node. */
        private long distinctNodes() {
            Set<String> names = new HashSet<>();
            nodes.forEach(hostlist -> Hostlist.visit(hostlist, names::add));
            return names.size();
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
