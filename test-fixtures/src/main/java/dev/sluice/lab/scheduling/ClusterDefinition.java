package dev.sluice.lab.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The configuration of a cluster.
 *
 * @param qos QOS by name
 * @param accounts accounts by name
 * @param users account of each user
 * @param licenses total of each license
 * @param dynamicNodes names of the dynamic nodes
 * @param weights weights of the priority factors
 */
public record ClusterDefinition(
        String name,
        List<NodeSpec> nodes,
        List<Partition> partitions,
        SortedMap<String, Qos> qos,
        SortedMap<String, Account> accounts,
        SortedMap<String, String> users,
        SortedMap<String, Integer> licenses,
        Set<String> dynamicNodes,
        PriorityWeights weights) {
    public ClusterDefinition {
        nodes = List.copyOf(nodes);
        partitions = List.copyOf(partitions);
        qos = new TreeMap<>(qos);
        accounts = new TreeMap<>(accounts);
        users = new TreeMap<>(users);
        licenses = new TreeMap<>(licenses);
        dynamicNodes = Set.copyOf(dynamicNodes);
    }

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
                new TreeMap<>(Map.of(
                        "normal", new Qos(1, "normal", 0, none, none), "high", new Qos(2, "high", 500, none, none))),
                new TreeMap<>(Map.of("research", new Account("research", 1, none))),
                new TreeMap<>(Map.of("alice", "research")),
                new TreeMap<>(),
                dynamicNodes,
                PriorityWeights.SUBMISSION_ORDER);
    }

    public Partition partition(String partitionName) {
        return partitions.stream()
                .filter(p -> p.name().equals(partitionName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no partition " + partitionName));
    }

    public Qos qosOf(JobRequest request) {
        return Optional.ofNullable(qos.get(request.qos()))
                .orElseThrow(() -> new IllegalArgumentException("no QOS " + request.qos()));
    }

    public Account accountOf(JobRequest request) {
        return Optional.ofNullable(accounts.get(request.account()))
                .orElseThrow(() -> new IllegalArgumentException("no account " + request.account()));
    }

    /** An account: its shares, and the limits on all jobs of the account together (GrpTRES and GrpJobs). */
    public record Account(String name, int shares, Limits group) {}

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
