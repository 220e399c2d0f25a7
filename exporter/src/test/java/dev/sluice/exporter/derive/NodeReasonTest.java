package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeReasonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slurm-operator: Pod (slurm/gpu-3) is pending termination for scale-in | scale_in | operator",
                "slurm-operator: pod being deleted | update | operator",
                "slurm-operator: Node (kube-7) was cordoned, Pod (slurm/gpu-3) must be cordoned | cordon | kubernetes",
                "slurm-operator: Pod (slurm/gpu-3) was cordoned | cordon | operator",
                "Pod is terminating | scale_in | operator",
                "k8s: node not ready | cordon | kubernetes",
                "slurm-bridge: Corresponding Kubernetes node (kube-1) is unschedulable | cordon | kubernetes",
                "node cordoned by admin | cordon | kubernetes",
                "Not responding | not_responding | slurm",
                "gres/gpu count reported lower than configured (2 < 4) | hardware | slurm",
                "Low RealMemory (reported:1 < 100.00% of configured:2) | hardware | slurm",
                "Node unexpectedly rebooted | reboot | slurm",
                "Reboot ASAP | reboot | person",
                "Reboot ASAP : reboot timed out | reboot | slurm",
                "new kernel : reboot timed out | reboot | slurm",
                "ResumeTimeout reached | power_save | slurm",
                "Kill task failed | job_failure | slurm",
                "Prolog error | job_failure | slurm",
                "NHC: check_fs_mount: /scratch not mounted | health_check | health_check",
                "health check: GPU 3 fell off the bus | health_check | health_check",
                "bad DIMM slot A3 | other | person",
                "kernel update | other | person"
            })
    void readsKindAndOwnerFromTheReason(String reason, String kind, String owner) {
        assertThat(NodeReason.of(reason)).isEqualTo(new NodeReason(kind, owner));
    }
}
