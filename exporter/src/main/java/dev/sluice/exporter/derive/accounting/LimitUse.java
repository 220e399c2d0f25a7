package dev.sluice.exporter.derive.accounting;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** How much of each limit is used, by the jobs that are there now. */
public final class LimitUse {

    private final Map<String, Group> qos = new HashMap<>();
    private final Map<String, Usage> accounts = new HashMap<>();
    private final Map<String, String> qosOfPartition = new HashMap<>();
    private final Map<String, String> parents = new HashMap<>();

    /** A QOS: all of its jobs, and those of each user and account. */
    private static final class Group {
        final Usage all = new Usage();
        final Map<String, Usage> users = new HashMap<>();
        final Map<String, Usage> accounts = new HashMap<>();

        void add(Job job) {
            all.add(job);
            users.computeIfAbsent(job.user(), unused -> new Usage()).add(job);
            accounts.computeIfAbsent(job.account(), unused -> new Usage()).add(job);
        }
    }

    /**
     * A limit and what is used of it.
     *
     * @param limit the limit
     * @param used how much; for a limit per user, or per account, by the one who uses most. Empty where the jobs do not
     *     tell
     */
    public record Used(Limit limit, OptionalDouble used) {}

    /**
     * Sums the jobs up.
     *
     * @param partitions the partitions: a job counts in the QOS of its partition, too
     * @param associations of this cluster: a job counts in all accounts above its own
     */
    public LimitUse(List<Job> jobs, List<Partition> partitions, List<Association> associations) {
        partitions.forEach(partition ->
                qosOfPartition.put(partition.name(), partition.details().qos()));
        associations.stream()
                .filter(association -> association.user().isEmpty())
                .forEach(association -> parents.put(association.account(), association.parent()));
        for (Job job : jobs) {
            if (Usage.counts(job)) {
                qosOf(job)
                        .forEach(name ->
                                qos.computeIfAbsent(name, unused -> new Group()).add(job));
                accountsOf(job)
                        .forEach(name -> accounts.computeIfAbsent(name, unused -> new Usage())
                                .add(job));
            }
        }
    }

    /** The QOS in which a job counts: its own, and that of its partition. */
    public Set<String> qosOf(Job job) {
        Set<String> names = new HashSet<>(Set.of(job.qos()));
        // One that waits for several partitions counts in the first, as Slurm does it.
        job.partitions().stream().limit(1).forEach(partition -> names.add(qosOfPartition.getOrDefault(partition, "")));
        names.remove("");
        return names;
    }

    /** The accounts in which a job counts: its own, and all above it. */
    public Set<String> accountsOf(Job job) {
        return accountsFrom(job.account());
    }

    /** An account, and all accounts above it. */
    public Set<String> accountsFrom(String account) {
        Set<String> names = new LinkedHashSet<>();
        for (String name = account; !name.isEmpty() && names.add(name); name = parents.getOrDefault(name, "")) {
            // The set ends it, should accounts be above each other.
        }
        return names;
    }

    /** The limits of each QOS that has any. */
    public SortedMap<String, List<Used>> ofQos(List<Qos> all) {
        SortedMap<String, List<Used>> used = new TreeMap<>();
        for (Qos one : all) {
            if (!one.limits().isEmpty()) {
                Group group = qos.getOrDefault(one.name(), new Group());
                used.put(
                        one.name(),
                        one.limits().stream()
                                .map(limit -> new Used(limit, used(limit, group)))
                                .toList());
            }
        }
        return used;
    }

    /** The limits of a QOS as a job meets them: those per user and per account with what its user and its account use. */
    public List<Used> ofQos(Qos one, Job job) {
        return ofQos(one, job.user(), job.account());
    }

    /** The limits of a QOS: those per user and per account with the use of that user and that account. */
    public List<Used> ofQos(Qos one, String userName, String accountName) {
        Group group = qos.getOrDefault(one.name(), new Group());
        Usage user = group.users.getOrDefault(userName, new Usage());
        Usage account = group.accounts.getOrDefault(accountName, new Usage());
        return one.limits().stream()
                .map(limit -> new Used(
                        limit,
                        used(
                                limit,
                                switch (limit.kind()) {
                                    case GRP_TRES, GRP_JOBS, GRP_SUBMIT -> group.all;
                                    case MAX_TRES_PER_USER, MAX_JOBS_PER_USER, MAX_SUBMIT_PER_USER -> user;
                                    case MAX_TRES_PER_ACCOUNT, MAX_JOBS_PER_ACCOUNT, MAX_SUBMIT_PER_ACCOUNT -> account;
                                })))
                .toList();
    }

    /** The limits of one account. */
    public List<Used> ofAccount(Association account) {
        Usage usage = accounts.getOrDefault(account.account(), new Usage());
        return account.limits().stream()
                .map(limit -> new Used(limit, used(limit, usage)))
                .toList();
    }

    /** How much of a limit one job uses; empty where its record does not tell. */
    public static OptionalDouble by(Job job, Limit limit) {
        Usage usage = new Usage();
        if (Usage.counts(job)) {
            usage.add(job);
        }
        return used(limit, usage);
    }

    /** The limits of each account that has any, by the name to show. */
    public SortedMap<String, List<Used>> ofAccounts(List<Association> associations, NameRule names) {
        SortedMap<String, List<Used>> shown = new TreeMap<>();
        ofAccounts(associations)
                .forEach((account, used) -> names.shown(account).ifPresent(name -> shown.put(name, used)));
        return shown;
    }

    /** The limits of each account that has any. */
    public SortedMap<String, List<Used>> ofAccounts(List<Association> associations) {
        SortedMap<String, List<Used>> used = new TreeMap<>();
        for (Association association : associations) {
            if (association.user().isEmpty() && !association.limits().isEmpty()) {
                used.put(association.account(), ofAccount(association));
            }
        }
        return used;
    }

    private static OptionalDouble used(Limit limit, Group group) {
        return switch (limit.kind()) {
            case GRP_TRES, GRP_JOBS, GRP_SUBMIT -> used(limit, group.all);
            case MAX_TRES_PER_USER, MAX_JOBS_PER_USER, MAX_SUBMIT_PER_USER -> most(limit, group.users.values());
            case MAX_TRES_PER_ACCOUNT, MAX_JOBS_PER_ACCOUNT, MAX_SUBMIT_PER_ACCOUNT ->
                most(limit, group.accounts.values());
        };
    }

    private static OptionalDouble most(Limit limit, Collection<Usage> usages) {
        OptionalDouble most = used(limit, new Usage());
        for (Usage usage : usages) {
            OptionalDouble one = used(limit, usage);
            if (one.isPresent() && one.getAsDouble() > most.orElse(0)) {
                most = one;
            }
        }
        return most;
    }

    private static OptionalDouble used(Limit limit, Usage usage) {
        return switch (limit.kind()) {
            case GRP_TRES, MAX_TRES_PER_USER, MAX_TRES_PER_ACCOUNT -> usage.of(limit.tres());
            case GRP_JOBS, MAX_JOBS_PER_USER, MAX_JOBS_PER_ACCOUNT -> OptionalDouble.of(usage.started());
            case GRP_SUBMIT, MAX_SUBMIT_PER_USER, MAX_SUBMIT_PER_ACCOUNT -> OptionalDouble.of(usage.submitted());
        };
    }
}
