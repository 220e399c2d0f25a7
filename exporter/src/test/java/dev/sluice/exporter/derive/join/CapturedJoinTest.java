package dev.sluice.exporter.derive.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.derive.join.Clusters.PodOf;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.kubernetes.Slinky;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.fixtures.Capture;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Tests a captured cluster with three dynamic nodes. The nodes have the comments of slurm-operator. */
class CapturedJoinTest {

    private static final String VERSION = "v0.0.45";

    @Test
    void onlyTheNodesOfTheNodeSetAreItsMembers() throws Exception {
        Clusters cluster = new Clusters();
        cluster.nodes.addAll(Answers.nodeRecords(Capture.of("26.05").bytes("rest/" + VERSION + "/slurm/nodes.json")));
        cluster.partitions.add(Clusters.partition("slinky", "slinky-[0-2]", "slinky"));
        cluster.partitions.add(Clusters.partition("cloud", "cloud-[01-08]", ""));
        cluster.nodeSets.add(new NodeSet(
                Slinky.SYSTEM,
                "slinky.slurm.net/v1beta1",
                "NodeSet",
                "slurm",
                Clusters.SET,
                OptionalInt.of(3),
                NodeSet.Status.UNKNOWN,
                NodeSet.ScalingMode.STATEFUL_SET,
                false,
                NodeSet.PodResources.UNKNOWN,
                "slinky",
                false,
                ""));
        for (int i = 0; i < 3; i++) {
            cluster.pods.add(Clusters.pod(Slinky.SYSTEM, Clusters.SET + "-" + i, "slinky-" + i, i, PodOf.READY));
        }
        Pool pool = cluster.pool();
        assertThat(pool.members())
                .extracting(Member::node, Member::condition, Member::draining, Member::ordinal)
                .containsExactly(
                        tuple("slinky-0", Member.Condition.BUSY, false, 0),
                        tuple("slinky-1", Member.Condition.IDLE, false, 1),
                        tuple("slinky-2", Member.Condition.IDLE, true, 2));
        assertThat(pool.partitions()).containsExactly("slinky");
        NodeShape shape = pool.shapes().get(0);
        assertThat(shape.capacity().cpus()).isEqualTo(32);
        assertThat(shape.capacity().gpus()).isEqualTo(GpuCounts.of("h100", 2));
        assertThat(cluster.joined("slinky-2").outOfService()).contains(new NodeReason("update", "operator"));
        assertThat(cluster.join().mismatches()).isEmpty();
    }
}
