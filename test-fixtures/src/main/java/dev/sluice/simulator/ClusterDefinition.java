package dev.sluice.simulator;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a cluster is configured to be, before anything happens on it.
 *
 * @param qos by name
 * @param accounts by name
 * @param users account of each user
 * @param licenses total of each licence
 */
record ClusterDefinition(
        String name,
        List<NodeSpec> nodes,
        List<Partition> partitions,
        SortedMap<String, Qos> qos,
        SortedMap<String, Account> accounts,
        SortedMap<String, String> users,
        SortedMap<String, Integer> licenses) {
    ClusterDefinition {
        nodes = List.copyOf(nodes);
        partitions = List.copyOf(partitions);
        qos = new TreeMap<>(qos);
        accounts = new TreeMap<>(accounts);
        users = new TreeMap<>(users);
        licenses = new TreeMap<>(licenses);
    }

    Partition partition(String partitionName) {
        return partitions.stream()
                .filter(p -> p.name().equals(partitionName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no partition " + partitionName));
    }

    Qos qosOf(JobRequest request) {
        Qos found = qos.get(request.qos());
        if (found == null) {
            throw new IllegalArgumentException("no QOS " + request.qos());
        }
        return found;
    }

    Account accountOf(JobRequest request) {
        Account found = accounts.get(request.account());
        if (found == null) {
            throw new IllegalArgumentException("no account " + request.account());
        }
        return found;
    }
}
