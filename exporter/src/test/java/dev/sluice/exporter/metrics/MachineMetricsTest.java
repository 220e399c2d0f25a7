package dev.sluice.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.gpu.MachineGpus;
import dev.sluice.exporter.derive.gpu.MachineGpus.PoolGpus;
import dev.sluice.exporter.derive.gpu.Machines;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.publish.Sample;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MachineMetricsTest {

    private static final int MACHINES = 6;

    private static List<Sample> samples(List<MachineGpus> split, int machines, int namespaces) {
        return Sample.of(new KubernetesMetrics.Machines(
                "research",
                SeriesBudget.keep(split, MachineGpus.BY_GPUS_AND_NAME, unused -> 1, machines),
                PoolGpus.of(split, namespaces)));
    }

    private static List<String> texts(List<Sample> samples) {
        return samples.stream()
                .map(sample ->
                        sample.family().name() + "{" + String.join(",", sample.labels()) + "} " + (long) sample.value())
                .toList();
    }

    @Test
    void publishesMachinesPoolsAndNamespaces() {
        Machines machines = new Machines()
                .machine("kube-1", "h100", 8, 7)
                .machine("kube-2", "h100", 4, 4)
                .slurmd(0, "kube-1", 5)
                .node(0, 3, NodeBaseState.MIXED)
                .pod("research", "notebook-0", "kube-1", 1);
        String one = "slurm_machine_gpus{research,kube-1,h100,nvidia.com/gpu,";
        String pool = "slurm_machine_pool_gpus{research,h100,nvidia.com/gpu,";

        assertThat(texts(samples(machines.split(), 1, 10)))
                .containsExactly(
                        one + "slurm_job} 3",
                        one + "other_pod} 1",
                        one + "slurm_idle} 2",
                        one + "slurm_unavailable} 0",
                        one + "free} 1",
                        one + "unavailable} 0",
                        one + "broken} 1",
                        pool + "slurm_job} 3",
                        pool + "other_pod} 1",
                        pool + "slurm_idle} 2",
                        pool + "slurm_unavailable} 0",
                        pool + "free} 5",
                        pool + "unavailable} 0",
                        pool + "broken} 1",
                        "slurm_machine_pool_namespace_gpus{research,h100,nvidia.com/gpu,research} 1",
                        "sluice_series_folded{research,machine} 1");
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 200);
    }

    /** The owners always add up to what Kubernetes reports, however much Slurm and Kubernetes disagree. */
    @ParameterizedTest
    @MethodSource("seeds")
    void ownersAddUpToCapacityAndAllocatable(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Machines machines = new Machines();
        for (int i = 0; i < MACHINES; i++) {
            long capacity = random.nextLong(9);
            KubeNode.Gpus gpus = new KubeNode.Gpus(capacity, random.nextLong(capacity + 1));
            machines.machine(new KubeNode(
                    "kube-" + i,
                    random.nextInt(4) == 0,
                    "",
                    random.nextInt(4) != 0,
                    "pool-" + i % 2,
                    "kube-" + i,
                    new TreeMap<>(Map.of(Machines.GPU, gpus, "amd.com/gpu", new KubeNode.Gpus(capacity, capacity)))));
        }
        for (int i = 0; i < 8; i++) {
            machines.slurmd(i, "kube-" + random.nextInt(MACHINES + 1), random.nextLong(9));
            if (random.nextInt(4) != 0) {
                NodeBaseState base = List.of(NodeBaseState.IDLE, NodeBaseState.MIXED, NodeBaseState.DOWN)
                        .get(random.nextInt(3));
                NodeFlag[] flags = random.nextBoolean() ? new NodeFlag[] {NodeFlag.DRAIN} : new NodeFlag[0];
                machines.node(i, random.nextLong(12), base, flags);
            }
            machines.pod("ns-" + random.nextInt(4), "pod-" + i, "kube-" + random.nextInt(MACHINES), random.nextLong(4));
            machines.jobPod("ns-0", "job-" + i, "kube-" + random.nextInt(MACHINES), random.nextLong(4));
        }
        for (int i = 0; i < MACHINES; i += 1 + random.nextInt(3)) {
            NodeBaseState base = List.of(NodeBaseState.IDLE, NodeBaseState.MIXED, NodeBaseState.ALLOCATED)
                    .get(random.nextInt(3));
            machines.externalNode("kube-" + i, random.nextLong(12), base);
        }

        List<Sample> samples = samples(machines.split(), 1000, 2);

        assertThat(samples).allMatch(sample -> sample.value() >= 0);
        Map<String, Double> capacity = sums(samples, "slurm_machine_gpus", unused -> true, "kube_node", "resource");
        Map<String, Double> allocatable = sums(
                samples,
                "slurm_machine_gpus",
                sample -> !sample.label("owner").equals("broken"),
                "kube_node",
                "resource");
        machines.cluster.machines.forEach(machine -> machine.gpuResources().forEach((resource, gpus) -> {
            String key = machine.name() + " " + resource;
            assertThat(capacity.getOrDefault(key, 0.0)).isEqualTo(gpus.capacity());
            assertThat(allocatable.getOrDefault(key, 0.0)).isEqualTo(gpus.allocatable());
        }));
        assertThat(sums(samples, "slurm_machine_pool_gpus", unused -> true, "pool", "resource", "owner"))
                .isNotEmpty()
                .isEqualTo(sums(samples, "slurm_machine_gpus", unused -> true, "pool", "resource", "owner"));
        Map<String, Double> pods =
                sums(samples, "slurm_machine_pool_namespace_gpus", unused -> true, "pool", "resource");
        sums(
                        samples,
                        "slurm_machine_pool_gpus",
                        sample -> sample.label("owner").equals("other_pod"),
                        "pool",
                        "resource")
                .forEach(
                        (pool, gpus) -> assertThat(pods.getOrDefault(pool, 0.0)).isEqualTo(gpus));
    }

    /** Returns sums of the samples of a family, by the values of labels. */
    private static Map<String, Double> sums(
            List<Sample> samples, String family, Predicate<Sample> which, String... labels) {
        return samples.stream()
                .filter(sample -> sample.family().name().equals(family))
                .filter(which)
                .collect(Collectors.toMap(
                        sample -> Stream.of(labels).map(sample::label).collect(Collectors.joining(" ")),
                        Sample::value,
                        Double::sum));
    }
}
