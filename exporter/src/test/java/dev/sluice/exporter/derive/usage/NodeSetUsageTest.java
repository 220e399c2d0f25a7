package dev.sluice.exporter.derive.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.join.NodeSetLookup;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeBuilder;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests the NodeSets of usage. The nodes w-0 and w-1 are in the NodeSet, and n1 is in none. */
class NodeSetUsageTest extends ObservedUsage {

    private static final String NODE_SET = Clusters.slinky().name();
    private static final NodeSetLookup NODE_SETS = new NodeSetLookup(List.of(member("w-0"), member("w-1"), node("n1")));

    private static JoinedNode node(String name) {
        return JoinedNode.outsideKubernetes(NodeBuilder.node(name).build());
    }

    private static JoinedNode member(String name) {
        return new JoinedNode(
                NodeBuilder.node(name).build(),
                Optional.empty(),
                Optional.of(Clusters.slinky()),
                Optional.empty(),
                false);
    }

    private void poll(long at, NodeSetLookup nodeSets, JobBuilder... jobs) {
        usage.observe(
                Arrays.stream(jobs).map(JobBuilder::build).toList(), List.of(), nodeSets, Instant.ofEpochSecond(at));
    }

    private static JobBuilder on(long id, String nodes) {
        return running(id, 900, h100(2)).runningOn(nodes);
    }

    /** Returns the GPU-seconds of the month by NodeSet. */
    private Map<String, Double> byNodeSet() {
        return usage.months().get(0).rows().entrySet().stream()
                .collect(Collectors.groupingBy(
                        row -> row.getKey().nodeSet(),
                        Collectors.summingDouble(row -> row.getValue().gpuSeconds())));
    }

    @Test
    void runsCountInTheNodeSetOfTheirNodes() {
        poll(1000, NODE_SETS);
        poll(1010, NODE_SETS, on(1, "w-[0-1]"), on(2, "n1"), on(3, "w-1,n1"));

        assertThat(byNodeSet()).containsOnly(Map.entry(NODE_SET, 20.0), Map.entry("", 40.0));
    }

    @Test
    void runThatStartsAndEndsBetweenTwoListsCountsInItsNodeSet() {
        JobBuilder ended = on(1, "w-0").state(JobState.COMPLETED).ran(1010, 1020);
        AccountedRun accounted = RestartedUsageTest.accounted(2, 500, 1010, 1020, JobState.COMPLETED);
        poll(1000, NODE_SETS);
        usage.observe(List.of(ended.build()), List.of(accounted), NODE_SETS, Instant.ofEpochSecond(1060));

        assertThat(byNodeSet()).containsOnly(Map.entry(NODE_SET, 30.0));
    }

    @Test
    void runCountsInItsNodeSetFromTheFirstResponseOfKubernetesOn() {
        poll(1000, NodeSetLookup.NONE, on(1, "w-0"));
        poll(1010, NodeSetLookup.NONE, on(1, "w-0"));
        poll(1020, NODE_SETS, on(1, "w-0"));
        poll(1030, NODE_SETS, on(1, "w-0"));

        assertThat(byNodeSet()).containsOnly(Map.entry("", 20.0), Map.entry(NODE_SET, 40.0));
    }

    @Test
    void runKeepsItsNodeSetWhenItsNodesDisappearAndOverARestart() {
        poll(1000, NODE_SETS, on(1, "w-0"));
        restart();
        poll(1010, NodeSetLookup.NONE, on(1, "w-0"));
        poll(1020, new NodeSetLookup(List.of(member("w-1"))), on(1, "w-0"));

        assertThat(byNodeSet()).containsOnly(Map.entry(NODE_SET, 40.0));
    }
}
