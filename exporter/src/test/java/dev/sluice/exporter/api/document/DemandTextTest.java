package dev.sluice.exporter.api.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.api.SampleDemands;
import dev.sluice.exporter.api.view.ClusterDemand;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemandTextTest {

    @Test
    void explainsEveryNodeSetAndEveryJob() {
        assertThat(render(SampleDemands.research())).isEqualTo("""
                Cluster research, as of 2026-11-20T08:00:00Z, 3 s ago

                  NodeSet slurm/cpu: desired 2, current 4 (min 2, max 10)
                    0 busy, 4 idle, 0 starting, 0 draining, 0 unusable, 0 ghosts
                    - 0 nodes busy, no pending job needs more
                    - 0 nodes needed, the minimum is 2

                  NodeSet slurm/gpu: desired 12, current 10 (min 0, max 32)
                    9 busy, 1 idle, 0 starting, 1 draining, 0 unusable, 2 ghosts
                    - 4 jobs need 3 nodes beyond the 9 busy
                    - 7 jobs not helped by nodes
                    - 1 job impossible: too_many_nodes
                    JOBID  PARTITION  CLASS          REASON      TASKS  COUNTED  NODES  WHY
                    4711   gpu        eligible       Resources   1      1        2      the job is counted
                    4712   gpu        eligible       Priority    3      3        1      the job is counted
                    4713   gpu        waiting        Dependency  7      0        0      more nodes do not help: Dependency
                    4714   gpu        unsatisfiable  Resources   1      0        0      the job requests more nodes than the maximum

                  Jobs without a NodeSet
                    JOBID  PARTITION  CLASS     REASON    TASKS  COUNTED  NODES  WHY
                    4715   login      eligible  Priority  1      0        0      no NodeSet has the job's partitions
                """);
    }

    @Test
    void showsNoNumberThatCannotBeTrusted() {
        assertThat(render(SampleDemands.staleTeaching())).isEqualTo("""
                Cluster teaching, as of 2026-11-20T07:58:28Z, 95 s ago
                  Signal withheld: jobs are 95 s old, 30 s at most are trusted
                """);
    }

    @Test
    void givesNoNumberThatNobodyMaySet() {
        assertThat(render(SampleDemands.metal()))
                .contains("NodeSet slurm/h100: current 4 (min 0, max 4)")
                .doesNotContain("desired");
    }

    private static String render(ClusterDemand... clusters) {
        return DemandText.render(List.of(clusters), SampleDemands.NOW);
    }
}
