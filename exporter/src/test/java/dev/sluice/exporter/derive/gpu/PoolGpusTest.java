package dev.sluice.exporter.derive.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.gpu.GpuAmounts.GpuOwner;
import dev.sluice.exporter.derive.gpu.MachineGpus.PoolGpus;
import dev.sluice.exporter.model.node.NodeBaseState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolGpusTest {

    private final Machines machines = new Machines();

    @Test
    void sumsTheMachinesOfEachPool() {
        machines.machine("kube-1", "h100", 8, 8)
                .machine("kube-2", "h100", 8, 7)
                .machine("kube-3", "l40s", 4, 4)
                .slurmd(0, "kube-1", 8)
                .node(0, 9, NodeBaseState.ALLOCATED)
                .pod("lab", "notebook-0", "kube-2", 9);

        List<PoolGpus> pools = PoolGpus.of(machines.split(), 10);

        assertThat(pools).extracting(PoolGpus::pool).containsExactly("h100", "l40s");
        assertThat(pools.get(0).amounts().of(GpuOwner.SLURM_JOB)).isEqualTo(8);
        assertThat(pools.get(0).amounts().of(GpuOwner.OTHER_POD)).isEqualTo(7);
        assertThat(pools.get(0).amounts().of(GpuOwner.BROKEN)).isEqualTo(1);
        assertThat(pools.get(1).amounts().of(GpuOwner.FREE)).isEqualTo(4);
    }

    /** big has 5 GPUs, and a and b have 2 each: with two names, b and small share the name other. */
    @Test
    void namesTheNamespacesWithTheMostGpus() {
        machines.machine("kube-1", "h100", 8, 8)
                .machine("kube-2", "l40s", 4, 4)
                .pod("big", "p", "kube-1", 4)
                .pod("b", "p", "kube-1", 2)
                .pod("a", "p", "kube-1", 2)
                .pod("big", "p2", "kube-2", 1)
                .pod("small", "p", "kube-2", 1);

        List<PoolGpus> pools = PoolGpus.of(machines.split(), 2);

        assertThat(pools.get(0).amounts().byNamespace()).isEqualTo(Map.of("a", 2L, "big", 4L, "other", 2L));
        assertThat(pools.get(1).amounts().byNamespace()).isEqualTo(Map.of("big", 1L, "other", 1L));
        assertThat(PoolGpus.of(machines.split(), 0).get(0).amounts().byNamespace())
                .isEqualTo(Map.of("other", 8L));
    }

    @Test
    void combinesPoolsOverTheLimit() {
        for (int i = 0; i < 103; i++) {
            machines.machine("kube-" + i, "pool-%03d".formatted(i), 8, 8);
        }

        List<PoolGpus> pools = PoolGpus.of(machines.split(), 1);

        assertThat(pools).hasSize(101);
        assertThat(pools.get(0).pool()).isEqualTo("other");
        assertThat(pools.get(0).amounts().of(GpuOwner.FREE)).isEqualTo(24);
        assertThat(pools.get(100).pool()).isEqualTo("pool-099");
    }
}
