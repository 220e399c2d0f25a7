package dev.sluice.exporter.derive.gpu;

import static dev.sluice.exporter.derive.gpu.JobGpus.UnmappedReason.NO_INDEX;
import static dev.sluice.exporter.derive.gpu.JobGpus.UnmappedReason.PART_OF_MACHINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.join.Clusters.PodOf;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JobGpusTest {

    private static final Map<String, JoinedNode> BARE_METAL = Map.of();

    @Test
    void detailIsInTheOrderOfTheNodes() {
        // slurmctld 24.11 lists two dynamic nodes in this order if the second node registered first.
        Job job = job(7, 3, "pod-[1,0]", "gpu:h100:2(IDX:0-1)", "gpu:h100:1(IDX:1)");

        assertThat(names(of(100, BARE_METAL, job))).containsExactly("7 pod-1 0", "7 pod-1 1", "7 pod-0 1");
    }

    @Test
    void jobHasAllOfItsGpusOrNone() {
        JobGpus gpus = of(
                3,
                BARE_METAL,
                job(1, 1, "n1", "gpu:h100:1(IDX:7)"),
                job(2, 4, "n1", "gpu:h100:4(IDX:0-3)"),
                job(3, 2, "n1", "gpu:h100:2(IDX:4-5)"));

        assertThat(names(gpus)).containsExactly("3 n1 4", "3 n1 5", "1 n1 7");
        assertThat(gpus.folded()).isOne();
        assertThat(gpus.unmapped()).isEqualTo(Map.of(NO_INDEX, 0L, PART_OF_MACHINE, 0L));
    }

    @Test
    void countsWhatSlurmGivesNoIndexFor() {
        JobGpus gpus = of(
                100,
                BARE_METAL,
                job(1, 8, "n1"),
                job(2, 8, "n2", "gpu:h100:8(CNT:8)"),
                job(3, 2, "n[3-4]", "gpu:h100:2(IDX:0-1)"),
                job(4, 3, "n5", "gpu:h100:2(IDX:0-1),gpu:a100:1"));

        assertThat(names(gpus)).containsExactly("4 n5 0", "4 n5 1");
        assertThat(gpus.unmapped()).containsEntry(NO_INDEX, 8L + 8 + 2 + 1);
    }

    @Test
    void jobWithShardsAloneHoldsNoGpu() {
        JobGpus gpus = of(100, BARE_METAL, job(1, 0, "n1", "shard:l40s:4(0/4,1/4)"));

        assertThat(gpus.held()).extracting(gpu -> gpu.unit().share()).containsExactly(0.25);
        assertThat(gpus.unmapped()).containsEntry(NO_INDEX, 0L);
    }

    @Test
    void shardsHaveTheTypeOfTheOnlyGpusOfTheirNode() {
        JoinedNode one = JoinedNode.outsideKubernetes(NodeBuilder.node("n1")
                .usable(96, 1 << 30, GpuCounts.of("l40s", 4))
                .build());
        JoinedNode two = JoinedNode.outsideKubernetes(NodeBuilder.node("n2")
                .usable(96, 1 << 30, GpuCounts.of("l40s", 4).plus(GpuCounts.of("a100", 4)))
                .build());
        JobGpus gpus = of(
                100,
                Map.of("n1", one, "n2", two),
                job(1, 0, "n1", "shard:(null):4(0/4,1/4)"),
                job(2, 0, "n2", "shard:(null):4(0/4,1/4)"));

        assertThat(gpus.held())
                .extracting(gpu -> gpu.node() + " " + gpu.unit().type())
                .containsExactlyInAnyOrder("n1 l40s", "n2 " + GpuCounts.UNTYPED);
    }

    @Test
    void podsWithAPartOfTheirMachineAreCountedAlone() {
        Map<String, JoinedNode> nodes = Map.of(
                "whole", pod("whole", 8, OptionalLong.of(8)),
                "half", pod("half", 4, OptionalLong.of(8)),
                "silent", pod("silent", 8, OptionalLong.of(0)),
                "lost", pod("lost", 8, OptionalLong.empty()));
        JobGpus gpus = of(
                100,
                nodes,
                job(1, 2, "whole", "gpu:h100:2(IDX:6-7)"),
                job(2, 3, "half", "gpu:h100:3(IDX:0-2)"),
                job(3, 1, "silent", "gpu:h100:1(IDX:0)"),
                job(4, 1, "lost", "gpu:h100:1(IDX:0)"));

        assertThat(names(gpus)).containsExactly("1 whole 6", "1 whole 7");
        assertThat(gpus.unmapped()).isEqualTo(Map.of(NO_INDEX, 0L, PART_OF_MACHINE, 3L + 1 + 1));
    }

    @Test
    void jobsThatWaitOrHaveEndedHoldNothing() {
        Job ended = JobBuilder.job(1)
                .state(JobState.COMPLETED, JobState.COMPLETING)
                .allocation(Tres.parse("gres/gpu=1"), "n1")
                .gresDetail("gpu:h100:1(IDX:0)")
                .build();

        assertThat(of(100, BARE_METAL, ended, JobBuilder.job(2).build()).held()).isEmpty();
    }

    private static JobGpus of(int room, Map<String, JoinedNode> nodes, Job... jobs) {
        return JobGpus.of(List.of(jobs), nodes, new SeriesBudget(0, 0, 0, 0, 0, room, NameRule.SHOW, NameRule.SHOW));
    }

    private static JoinedNode pod(String node, long gpus, OptionalLong machine) {
        return new JoinedNode(
                NodeBuilder.node(node)
                        .usable(96, 1 << 30, GpuCounts.of("h100", gpus))
                        .build(),
                Optional.of(Clusters.pod(0, PodOf.READY)),
                Optional.empty(),
                machine.stream()
                        .mapToObj(count -> Clusters.machine("kube-1", count))
                        .findFirst(),
                false);
    }

    private static List<String> names(JobGpus gpus) {
        return gpus.held().stream()
                .map(gpu -> gpu.job().id() + " " + gpu.node() + " " + gpu.unit().index())
                .toList();
    }

    private static Job job(long id, long gpus, String nodes, String... detail) {
        return JobBuilder.job(id)
                .state(JobState.RUNNING)
                .allocation(Tres.parse("cpu=1" + (gpus > 0 ? ",gres/gpu=" + gpus : "")), nodes)
                .gresDetail(detail)
                .build();
    }
}
