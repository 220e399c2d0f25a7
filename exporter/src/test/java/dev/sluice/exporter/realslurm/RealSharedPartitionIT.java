package dev.sluice.exporter.realslurm;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Compares the desired numbers of nodes of two NodeSets in one partition with the numbers that slurmctld needs. */
class RealSharedPartitionIT {

    @EachCluster
    void asksForNodesOfTwoNodeSetsOfOnePartition(RealCluster cluster) throws Exception {
        List<RealNodes> both = List.of(RealNodes.REED, RealNodes.OTTER);
        cluster.scheduleEvery(1, 1);
        try (RealNodeSets sets = new RealNodeSets(
                cluster,
                both.stream()
                        .map(nodes -> "{name: " + nodes.nodeSet() + ", max: " + nodes.count() + "}")
                        .collect(joining(", ")))) {
            cluster.cli("scontrol", "create", "partitionname=both", "nodes=reed[01-08],otter[01-03]");
            // The NodeSets have 11 nodes together. sbatch of 24.11 rejects a job for more nodes than its partition has.
            boolean rejects = cluster.setting("SLURM_RELEASE").equals("24.11");
            for (int number : rejects ? List.of(9, 11) : List.of(9, 11, 12)) {
                RealDemandIT.clear(cluster);
                RealSubmissions one = RealSubmissions.of("-p both -N " + number + " -n " + number);
                RealDemandIT.submit(cluster, one);
                both.forEach(nodes -> sets.pods(nodes, 0));
                long reeds = sets.demand(RealNodes.REED).path("desired").asLong();
                long otters = sets.demand(RealNodes.OTTER).path("desired").asLong();
                assertThat(reeds + otters).as(one.title()).isEqualTo(number > 11 ? 0 : number);
                RealNodes.REED.resume(cluster, reeds);
                assertThat(RealDemandIT.startsOn(cluster, one, RealNodes.OTTER, otters - 1))
                        .isFalse();
                assertThat(RealDemandIT.startsOn(
                                cluster, one, RealNodes.OTTER, number > 11 ? RealNodes.OTTER.count() : otters))
                        .isEqualTo(number <= 11);
            }
        } finally {
            RealDemandIT.clear(cluster);
            cluster.cli("sh", "-c", "scontrol delete partitionname=both || true");
            RealDemandIT.restore(cluster);
        }
    }
}
