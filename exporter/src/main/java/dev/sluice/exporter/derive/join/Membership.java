package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.join.NodeJoiner.NodeSetIndex;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeResources;
import dev.sluice.exporter.model.node.NodeState;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** Converts nodes and pods to members of their NodeSet. */
final class Membership {

    /** Flags of nodes that accept no further jobs, even with free resources. */
    static final Set<NodeFlag> CLOSED = Collections.unmodifiableSet(EnumSet.of(
            NodeFlag.BLOCKED,
            // Slurm starts no job on a node with a running epilog, even if the node has free CPUs.
            NodeFlag.COMPLETING,
            NodeFlag.MAINTENANCE,
            NodeFlag.NOT_RESPONDING,
            NodeFlag.POWERING_UP,
            NodeFlag.REBOOT_ISSUED,
            NodeFlag.REBOOT_REQUESTED));

    private Membership() {}

    static Member of(SlurmdPod unregistered) {
        return new Member(
                "",
                Member.Condition.STARTING,
                unregistered.cordoned(),
                NodeResources.NONE,
                unregistered.ordinal().orElse(-1),
                List.of(),
                "",
                "",
                false,
                false,
                Optional.of(NodeReason.SCALE_IN).filter(unused -> unregistered.cordoned()));
    }

    static Member of(JoinedNode joined, NodeSet set) {
        Node node = joined.node();
        boolean draining = draining(joined);
        Member.Condition condition = condition(joined);
        boolean open = condition == Member.Condition.BUSY
                && node.base() == NodeBaseState.MIXED
                && !draining
                && Collections.disjoint(node.flags(), CLOSED);
        return new Member(
                node.name(),
                condition,
                draining,
                open || condition == Member.Condition.IDLE ? node.free() : NodeResources.NONE,
                ordinal(joined, set),
                node.features(),
                node.block(),
                node.owner(),
                node.flags().contains(NodeFlag.RESERVED),
                condition == Member.Condition.IDLE && node.flags().contains(NodeFlag.PLANNED),
                draining || node.down() || condition == Member.Condition.UNUSABLE
                        ? Optional.of(why(joined))
                        : Optional.empty());
    }

    private static NodeReason why(JoinedNode joined) {
        boolean podGoes =
                joined.pod().map(pod -> pod.cordoned() || pod.deleting()).orElse(false);
        return joined.outOfService()
                .or(() -> Optional.of(NodeReason.SCALE_IN).filter(unused -> podGoes))
                // The node is neither drained nor down: powered down, reserved, in maintenance or registered with
                // invalid data.
                .orElseGet(() -> new NodeReason(joined.node().state().label(), "slurm"));
    }

    private static boolean draining(JoinedNode joined) {
        return joined.drained()
                || joined.node().flags().contains(NodeFlag.POWER_DOWN)
                || joined.pod().map(pod -> pod.cordoned() || pod.deleting()).orElse(false);
    }

    private static Member.Condition condition(JoinedNode joined) {
        if (joined.node().busy()) {
            return Member.Condition.BUSY;
        }
        Optional<SlurmdPod> pod = joined.livePod();
        if (pod.isEmpty()) {
            return Member.Condition.GHOST;
        }
        if (joined.starting()) {
            return Member.Condition.STARTING;
        }
        return isIdle(joined, pod.get()) ? Member.Condition.IDLE : Member.Condition.UNUSABLE;
    }

    private static boolean isIdle(JoinedNode joined, SlurmdPod pod) {
        Node node = joined.node();
        if (node.flags().contains(NodeFlag.INVALID_REG)) {
            return false;
        }
        NodeState state = node.state();
        if (state == NodeState.DRAINED) {
            boolean operator =
                    joined.outOfService().filter(NodeReason::operated).isPresent();
            return operator && !node.down() && !node.flags().contains(NodeFlag.FAIL);
        }
        boolean machineGoes = pod.cordoned()
                && joined.kubeNode().map(machine -> machine.unschedulable()).orElse(false);
        return (state == NodeState.IDLE || state == NodeState.PLANNED) && !machineGoes;
    }

    private static int ordinal(JoinedNode joined, NodeSet set) {
        if (set.scalingMode() == NodeSet.ScalingMode.DAEMON_SET) {
            return -1;
        }
        OptionalInt ofPod = joined.pod().map(SlurmdPod::ordinal).orElse(OptionalInt.empty());
        return Stream.of(
                        ofPod,
                        NodeSetIndex.ordinal(joined.node().name()),
                        NodeSetIndex.ordinal(joined.node().origin().podName()))
                .flatMapToInt(OptionalInt::stream)
                .findFirst()
                .orElse(-1);
    }
}
