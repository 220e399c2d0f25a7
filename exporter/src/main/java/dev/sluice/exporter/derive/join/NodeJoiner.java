package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.join.ClusterJoin.Mismatch;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.Node.NodeOrigin;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Joins Slurm's nodes with pods, NodeSets and Kubernetes nodes. */
final class NodeJoiner {

    private final KubernetesSnapshot kubernetes;
    private final PodIndex pods;
    private final NodeSetIndex nodeSets;
    private final Map<String, KubeNode> machines = new HashMap<>();
    private final Map<String, KubeNode> machinesBySlurmNode = new HashMap<>();

    NodeJoiner(List<Node> nodes, KubernetesSnapshot kubernetes) {
        this.kubernetes = kubernetes;
        Set<String> names = nodes.stream().map(Node::name).collect(Collectors.toSet());
        this.pods = new PodIndex(kubernetes.pods().toList(), names);
        this.nodeSets = new NodeSetIndex(kubernetes.nodeSets().toList());
        kubernetes.nodes().stream()
                .flatMap(observed -> observed.value().stream())
                .forEach(machine -> {
                    machines.put(machine.name(), machine);
                    machinesBySlurmNode.put(machine.slurmNode(), machine);
                });
    }

    /** Returns the joined nodes, ordered by name. */
    SortedMap<String, JoinedNode> join(List<Node> nodes) {
        SortedMap<String, JoinedNode> joined = new TreeMap<>();
        for (Node node : nodes) {
            joined.put(node.name(), join(node));
        }
        return joined;
    }

    /** Returns the live pods without a Slurm node, in snapshot order. */
    List<SlurmdPod> unregistered(Collection<JoinedNode> joined) {
        Set<ObjectName> registered = new HashSet<>();
        joined.forEach(node -> node.pod().ifPresent(pod -> registered.add(pod.objectName())));
        return kubernetes
                .pods()
                .filter(pod -> pod.live() && !registered.contains(pod.objectName()))
                .toList();
    }

    List<Mismatch> mismatches(Collection<JoinedNode> joined, List<SlurmdPod> unregistered) {
        List<Mismatch> found = new ArrayList<>();
        joined.forEach(node -> mismatch(node).ifPresent(found::add));
        unregistered.stream().filter(SlurmdPod::ready).forEach(pod -> found.add(Mismatch.POD_WITHOUT_NODE));
        return found;
    }

    private Optional<Mismatch> mismatch(JoinedNode joined) {
        Node node = joined.node();
        Optional<SlurmdPod> live = joined.livePod();
        if (live.isPresent()) {
            boolean ready = live.get().ready();
            if (ready && node.down()) {
                return Optional.of(Mismatch.POD_READY_NODE_DOWN);
            }
            return !ready && up(node) && !joined.starting()
                    ? Optional.of(Mismatch.NODE_UP_POD_NOT_READY)
                    : Optional.empty();
        }
        boolean gone = joined.pod().filter(SlurmdPod::exists).isEmpty();
        boolean ours = joined.nodeSet().isPresent() || node.origin().known();
        return gone && ours && podsAreKnown(joined.nodeSet().stream()) && !joined.ghost()
                ? Optional.of(Mismatch.NODE_WITHOUT_POD)
                : Optional.empty();
    }

    private static boolean up(Node node) {
        return !node.down()
                && (node.busy() || node.state().schedulable())
                && !node.flags().contains(NodeFlag.POWERING_UP);
    }

    private JoinedNode join(Node node) {
        NodeOrigin origin = node.origin();
        Optional<SlurmdPod> pod = pods.of(node);
        Optional<NodeSet> set = nodeSets.of(origin)
                .or(() -> pod.flatMap(nodeSets::of))
                .or(() -> origin.known() ? Optional.empty() : nodeSets.byName(node));
        boolean isMachine = pod.isEmpty() && set.isEmpty() && !origin.known();
        Optional<KubeNode> machine = pod.map(SlurmdPod::kubeNode)
                .filter(name -> !name.isEmpty())
                .or(() -> Optional.of(origin.kubeNode()))
                .flatMap(name -> Optional.ofNullable(machines.get(name)))
                .or(() -> Optional.ofNullable(machinesBySlurmNode.get(node.name()))
                        .filter(unused -> isMachine));
        boolean ghost = (origin.known() || set.isPresent())
                && podsAreKnown(set.stream())
                && pod.filter(SlurmdPod::exists).isEmpty()
                && isAway(node);
        return new JoinedNode(node, pod, set, machine, ghost);
    }

    /** Returns true if a dynamic or cloud node is gone and has no jobs. */
    private static boolean isAway(Node node) {
        Set<NodeFlag> flags = node.flags();
        boolean comesAndGoes = flags.contains(NodeFlag.DYNAMIC_NORM) || flags.contains(NodeFlag.CLOUD);
        boolean away = node.down()
                || node.base() == NodeBaseState.UNKNOWN
                || flags.contains(NodeFlag.POWERED_DOWN)
                || flags.contains(NodeFlag.POWERING_DOWN);
        return comesAndGoes && away && !node.busy();
    }

    /**
     * Returns true if the pods of a node's system have been read; otherwise no pod counts as missing. A node without a
     * NodeSet carries the mark of an operator.
     */
    private boolean podsAreKnown(Stream<NodeSet> set) {
        Predicate<NodeSetSystem> wanted = set.map(NodeSet::system)
                .findFirst()
                .<Predicate<NodeSetSystem>>map(system -> system::equals)
                .orElse(NodeSetSystem::marksNodes);
        return kubernetes.systems().entrySet().stream()
                .filter(view -> wanted.test(view.getKey()))
                .anyMatch(view -> view.getValue().pods().isPresent());
    }

    /** Finds the pod of a Slurm node. */
    private static final class PodIndex {

        private final Map<ObjectName, SlurmdPod> byObject = new HashMap<>();
        /** The pods by name of the Slurm node, by host name, and by name. */
        private final List<Map<String, List<SlurmdPod>>> byName;

        private final Set<String> slurmNodes;

        PodIndex(List<SlurmdPod> pods, Set<String> slurmNodes) {
            this.slurmNodes = slurmNodes;
            pods.forEach(pod -> byObject.put(pod.objectName(), pod));
            this.byName = Stream.<Function<SlurmdPod, String>>of(
                            SlurmdPod::slurmNode, SlurmdPod::hostname, SlurmdPod::name)
                    .map(key -> pods.stream().collect(Collectors.groupingBy(key)))
                    .toList();
        }

        /**
         * Finds the pod by the node's comment, by the node name on the pod, or by the pod's name. Prefers a live pod.
         */
        Optional<SlurmdPod> of(Node node) {
            NodeOrigin origin = node.origin();
            Stream<SlurmdPod> said =
                    Stream.ofNullable(byObject.get(new ObjectName(origin.namespace(), origin.podName())));
            Stream<SlurmdPod> named = byName.stream()
                    .flatMap(index -> index.getOrDefault(node.name(), List.of()).stream())
                    .filter(pod -> !origin.known() || origin.namespace().equals(pod.namespace()));
            List<SlurmdPod> candidates = Stream.concat(said, named)
                    .filter(pod -> !isOfAnother(pod, node))
                    .toList();
            return candidates.stream()
                    .filter(SlurmdPod::live)
                    .findFirst()
                    .or(() -> candidates.stream().filter(SlurmdPod::exists).findFirst())
                    .or(() -> candidates.stream().findFirst());
        }

        /**
         * Returns true if the pod belongs to another node: an old record may name a pod that has since registered under
         * another name.
         */
        private boolean isOfAnother(SlurmdPod pod, Node node) {
            return !pod.slurmNode().equals(node.name()) && slurmNodes.contains(pod.slurmNode());
        }
    }

    /** Finds the NodeSet of a pod or node. */
    static final class NodeSetIndex {

        private static final Pattern ORDINAL = Pattern.compile("-([0-9]{1,9})\\z");

        private final Map<Key, NodeSet> byObject = new HashMap<>();
        private final Map<String, List<NodeSet>> bySlurmName;

        /** Systems whose operators write the NodeSet into the comment of each node. */
        private final Set<NodeSetSystem> marking = new HashSet<>();

        /** Identifies a NodeSet, also for its pods. */
        record Key(NodeSetSystem system, String namespace, String name) {

            static Key of(NodeSet set) {
                return new Key(set.system(), set.namespace(), set.name());
            }

            static Key of(SlurmdPod pod) {
                return new Key(pod.system(), pod.namespace(), pod.nodeSet());
            }
        }

        NodeSetIndex(List<NodeSet> nodeSets) {
            bySlurmName = nodeSets.stream().collect(Collectors.groupingBy(NodeSet::slurmName));
            for (NodeSet set : nodeSets) {
                if (set.system().marksNodes()) {
                    marking.add(set.system());
                }
                byObject.put(Key.of(set), set);
            }
        }

        Optional<NodeSet> of(SlurmdPod pod) {
            return Optional.ofNullable(byObject.get(Key.of(pod)));
        }

        Optional<NodeSet> of(NodeOrigin origin) {
            return marking.stream()
                    .map(system -> new Key(system, origin.namespace(), origin.nodeSet()))
                    .flatMap(key -> Optional.ofNullable(byObject.get(key)).stream())
                    .findFirst();
        }

        /** Returns the NodeSet whose node names match this name; empty if several NodeSets match. */
        Optional<NodeSet> byName(Node node) {
            // slurm-bridge gives an external node the names of its partitions as features, and a NodeSet can have the
            // name of a partition.
            if (node.flags().contains(NodeFlag.EXTERNAL)) {
                return Optional.empty();
            }
            OptionalInt ordinal = ordinal(node.name());
            String stem =
                    ordinal.isPresent() ? node.name().substring(0, node.name().lastIndexOf('-')) : "";
            List<NodeSet> found = new ArrayList<>();
            for (NodeSet set : bySlurmName.getOrDefault(stem, List.of())) {
                // A node without the name of the NodeSet as a feature does not belong to a NodeSet of an operator that
                // marks its nodes, even if the name is similar.
                if (!set.system().marksNodes() || node.features().contains(stem)) {
                    found.add(set);
                }
            }
            if (found.isEmpty() && node.flags().contains(NodeFlag.DYNAMIC_NORM)) {
                for (String feature : node.features()) {
                    bySlurmName.getOrDefault(feature, List.of()).stream()
                            .filter(set -> set.system().marksNodes())
                            .forEach(found::add);
                }
            }
            return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
        }

        /** Returns the number after the last dash of a name; empty without a number. */
        static OptionalInt ordinal(String name) {
            Matcher number = ORDINAL.matcher(name);
            return number.find() ? OptionalInt.of(Integer.parseInt(number.group(1))) : OptionalInt.empty();
        }
    }
}
