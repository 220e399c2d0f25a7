package dev.sluice.lab.scheduling;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The configuration of a cluster.
 *
 * @param qos QOS by id
 * @param accounts accounts by name
 * @param licenses total of each license
 * @param dynamicNodes names of the dynamic nodes
 * @param weights weights of the priority factors
 */
public record ClusterDefinition(
        String name,
        List<NodeSpec> nodes,
        List<Partition> partitions,
        List<Qos> qos,
        List<Account> accounts,
        SortedMap<String, Integer> licenses,
        Set<String> dynamicNodes,
        PriorityWeights weights) {

    /**
     * Returns a cluster without limits and licenses, whose jobs start in the order of their submission. User, account
     * and QOS are those of {@link JobRequest#named}; the QOS high has priority.
     */
    public static ClusterDefinition plain(List<NodeSpec> nodes, List<Partition> partitions, Set<String> dynamicNodes) {
        Limits none = Limits.NONE;
        return new ClusterDefinition(
                "simulated",
                nodes,
                partitions,
                List.of(new Qos(1, "normal", 0, none, none), new Qos(2, "high", 500, none, none)),
                List.of(new Account("research", 1, none, List.of("alice"))),
                new TreeMap<>(),
                dynamicNodes,
                PriorityWeights.SUBMISSION_ORDER);
    }

    public Partition partition(String partitionName) {
        return named(partitionName, partitions, Partition::name);
    }

    public Qos qosOf(JobRequest request) {
        return named(request.qos(), qos, Qos::name);
    }

    public Account accountOf(JobRequest request) {
        return named(request.account(), accounts, Account::name);
    }

    private static <T> T named(String name, List<T> all, Function<T, String> nameOf) {
        return all.stream()
                .filter(one -> nameOf.apply(one).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the cluster does not have " + name));
    }

    /** Returns all users in alphabetical order. */
    public List<String> users() {
        return accounts.stream()
                .flatMap(account -> account.users().stream())
                .sorted()
                .toList();
    }

    /**
     * An account with its shares and its users.
     *
     * @param group limits on all jobs of the account together: GrpTRES and GrpJobs
     */
    public record Account(String name, int shares, Limits group, List<String> users) {}

    /**
     * A QOS with its priority and its limits.
     *
     * @param id id in slurmdbd
     * @param group limits on all jobs of the QOS together: GrpTRES and GrpJobs
     * @param perUser limits on the jobs of each user: MaxTRESPU and MaxJobsPU
     */
    public record Qos(int id, String name, int priority, Limits group, Limits perUser) {}

    /** The limits on the total of a group of running jobs; empty for no limit. */
    public record Limits(OptionalInt jobs, OptionalInt cpus, OptionalInt gpus) {
        public static final Limits NONE = new Limits(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

        public Limits jobs(int max) {
            return new Limits(OptionalInt.of(max), cpus, gpus);
        }

        public Limits cpus(int max) {
            return new Limits(jobs, OptionalInt.of(max), gpus);
        }

        public Limits gpus(int max) {
            return new Limits(jobs, cpus, OptionalInt.of(max));
        }
    }
}
