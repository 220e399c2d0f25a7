package dev.sluice.exporter.model.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeReasonTest {

    /** Texts of Slurm's source, of public issues, and of the programs that set them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slurm-operator: Pod (slurm/gpu-3) is pending termination for scale-in | scale_in | operator",
                "slurm-operator: pod being deleted | update | operator",
                "slurm-operator: Node (kube-7) was cordoned, Pod (slurm/gpu-3) must be cordoned | cordon | kubernetes",
                "slurm-operator: Pod (slurm/gpu-3) was cordoned | cordon | operator",
                "Pod is terminating | scale_in | operator",
                "[node_problem] compute_maintenance: node replacement process | update | operator",
                "[node_problem] Failed ib-gpu-perf: job 812 [slurm_job] | health_check | health_check",
                "[hardware_problem] gpu_fryer | health_check | health_check",
                "[user_problem] boot_disk_full | other | health_check",
                "k8s: node not ready | cordon | kubernetes",
                "slurm-bridge: Corresponding Kubernetes node (kube-1) is unschedulable | cordon | kubernetes",
                "node cordoned by admin | cordon | kubernetes",
                "Not responding | not_responding | slurm",
                "NO NETWORK ADDRESS FOUND | not_responding | slurm",
                "gres/gpu count reported lower than configured (2 < 4) | hardware | slurm",
                "gres/gpu type (h100) reported but not configured | hardware | slurm",
                "Low RealMemory (reported:1 < 100.00% of configured:2) | hardware | slurm",
                "Low socket*core*thread count, Low CPUs | hardware | slurm",
                "Low TmpDisk | hardware | slurm",
                "CoreSpec differ | hardware | slurm",
                "Bad core count | hardware | slurm",
                "SlurmdSpoolDir is full | hardware | slurm",
                "Cannot collect energy data. | hardware | slurm",
                "Node unexpectedly rebooted | reboot | slurm",
                "Reboot ASAP | reboot | person",
                "Reboot ASAP : reboot timed out | reboot | slurm",
                "new kernel : reboot timed out | reboot | slurm",
                "ResumeTimeout reached | power_save | slurm",
                "Powered down after resume | power_save | slurm",
                "POWER_DOWN_ASAP | power_save | slurm",
                "(Code:InsufficientInstanceCapacity)Failure when resuming nodes | power_save | slurm",
                "Kill task failed | job_failure | slurm",
                "Kill task failed (JobId=7 StepId=batch) | job_failure | slurm",
                "Prolog error | job_failure | slurm",
                "Epilog error | job_failure | slurm",
                "Prolog/Epilog failure | job_failure | slurm",
                "Job env setup error | job_failure | slurm",
                "batch job complete failure | job_failure | slurm",
                "launch failure limit exceeded | job_failure | slurm",
                "Duplicate jobid | job_failure | slurm",
                "switch_g_job_postfini failed | job_failure | slurm",
                "Failed to set topology 'default:b1' | other | slurm",
                "NHC: check_fs_mount: /scratch not mounted | health_check | health_check",
                "health check: GPU 3 fell off the bus | health_check | health_check",
                "Scheduler health check failed | health_check | health_check",
                "GPUHealthcheckError | health_check | health_check",
                "Action:Replace | health_check | health_check",
                "Action:Reboot | health_check | health_check",
                "NVSentinel: GpuXidError | health_check | health_check",
                "TRIX-DRAINER: Multiple reasons for drained node | health_check | health_check",
                "bad DIMM slot A3 | other | person",
                "kernel update | other | person",
                "waiting for a healthy PSU | other | person"
            })
    void readsKindAndOwnerFromTheReason(String reason, String kind, String owner) {
        assertThat(NodeReason.of(reason)).isEqualTo(new NodeReason(kind, owner));
    }

    /** slurmctld appends its text to the reason of a person, and becomes the user of the whole. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a text of a new release | slurm | other | slurm",
                "a text of a new release | grace | other | person",
                "Reboot ASAP | slurm | reboot | slurm",
                "bad DIMM slot A3 : Not responding | slurm | other | person"
            })
    void theReasonOfSlurmsUserIsSlurms(String reason, String user, String kind, String owner) {
        assertThat(NodeReason.of(reason, user, List.of())).isEqualTo(new NodeReason(kind, owner));
    }

    @Test
    void theSitesRulesComeFirst() {
        List<NodeReason.Rule> site = List.of(NodeReason.Rule.of("^nhc: disk", "hardware", "person"));

        assertThat(NodeReason.of("NHC: disk full", "root", site)).isEqualTo(new NodeReason("hardware", "person"));
    }

    @Test
    void eachKnownReasonHasADeclaredKindAndOwner() {
        assertThat(NodeReason.ALL).containsAll(NodeReason.KNOWN);
    }
}
