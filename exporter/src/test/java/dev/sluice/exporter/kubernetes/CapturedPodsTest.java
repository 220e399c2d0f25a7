package dev.sluice.exporter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the pods of the captured cluster. The README of the capture describes the states of the pods. */
class CapturedPodsTest {

    private static final Instant CREATED = Instant.parse("2026-11-20T09:49:41Z");
    private static final Set<ObjectName> GKE =
            Set.of(new ObjectName("slurm-gke", "slurmd"), new ObjectName("slurm-gke", "slurmd1"));

    @Test
    void decodesAPodThatIsToGo() throws ApiFailure {
        assertThat(slinky("slurm-worker-gpu-h100-2"))
                .isEqualTo(new SlurmdPod(
                        Slinky.SYSTEM,
                        "slurm",
                        "slurm-worker-gpu-h100-2",
                        "slurm-worker-gpu-h100",
                        "gpu-h100-2",
                        "gpu-h100-2",
                        false,
                        true,
                        false,
                        OptionalInt.of(2),
                        "ip-10-0-1-14.eu-west-1.compute.internal",
                        CREATED,
                        false,
                        true,
                        "slurm-operator: Pod (slurm/slurm-worker-gpu-h100-2) pending termination for scale-in"));
    }

    @Test
    void tellsWhoseDrainItIs() throws ApiFailure {
        SlurmdPod sick = slinky("slurm-worker-gpu-h100-3");
        assertThat(sick.cordoned()).isFalse();
        assertThat(sick.drainReason()).isEqualTo("health check: ECC errors");
    }

    @Test
    void tellsPodsApartThatDoNotRun() throws ApiFailure {
        SlurmdPod unschedulable = slinky("slurm-worker-cpu-3");
        assertThat(unschedulable.ended()).isFalse();
        assertThat(unschedulable.unschedulable()).isTrue();
        assertThat(unschedulable.kubeNode()).isEmpty();
        SlurmdPod creating = slinky("slurm-worker-cpu-4");
        assertThat(creating.ended()).isFalse();
        assertThat(creating.ready()).isFalse();
        assertThat(slinky("slurm-worker-cpu-5").ended()).isTrue();
        assertThat(slinky("slurm-worker-l40s-001").ended()).isTrue();
        assertThat(slinky("slurm-worker-l40s-002").deleting()).isTrue();
        assertThat(slinky("slurm-worker-cpu-0").deleting()).isFalse();
    }

    @Test
    void readsPaddedOrdinals() throws ApiFailure {
        assertThat(slinky("slurm-worker-l40s-002").ordinal()).hasValue(2);
        assertThat(slinky("slurm-worker-l40s-002").slurmNode()).isEqualTo("l40s-002");
    }

    @Test
    void aPodInDaemonSetModeIsNamedAfterItsMachine() throws ApiFailure {
        SlurmdPod rack = slinky("slurm-worker-rack-jbd9k");
        assertThat(rack.slurmNode()).isEqualTo("rack-b-31");
        assertThat(rack.ordinal()).isEmpty();
    }

    @Test
    void leavesOutWhatBelongsToNoNodeSet() throws ApiFailure {
        // The pods are 5 gpu-h100, 6 cpu, 3 l40s, 1 rack, and 1 pod in slurm-dev. The pod that only looks like a slurmd
        // pod does not count.
        assertThat(pods(Slinky.SYSTEM))
                .hasSize(16)
                .noneMatch(pod -> pod.name().equals("lookalike-slurmd-0"))
                .noneMatch(pod -> pod.namespace().equals("tenant-slurm"));
    }

    @Test
    void soperatorsPodsCarryTheirNodeSetInALabel() throws ApiFailure {
        assertThat(pods(Soperator.SYSTEM))
                .extracting(SlurmdPod::nodeSet, SlurmdPod::slurmNode, SlurmdPod::ordinal)
                .containsExactly(
                        tuple("worker", "worker-0", OptionalInt.of(0)),
                        tuple("worker", "worker-3", OptionalInt.of(3)),
                        tuple("workstatic", "workstatic-0", OptionalInt.of(0)),
                        tuple("workstatic", "workstatic-1", OptionalInt.of(1)));
    }

    @Test
    void sunksPodsAreNamedByTheirHostName() throws ApiFailure {
        List<SlurmdPod> pods = pods(Sunk.SYSTEM);
        assertThat(pods).extracting(SlurmdPod::slurmNode).containsExactly("slurm-h100-1-11", "slurm-h100-1-12");
        assertThat(pods).extracting(SlurmdPod::cordoned).containsExactly(false, true);
        assertThat(pods.get(1).drainReason()).isEqualTo("k8s: maintenance");
    }

    @Test
    void podsOfStatefulSetsWithEqualLabelsAreToldApartByTheirOwners() throws ApiFailure {
        assertThat(pods(StatefulSets.SYSTEM))
                .extracting(SlurmdPod::nodeSet, SlurmdPod::slurmNode, SlurmdPod::unschedulable)
                .containsExactly(
                        tuple("slurmd", "slurmd-0", false),
                        tuple("slurmd", "slurmd-1", false),
                        tuple("slurmd", "slurmd-2", true),
                        tuple("slurmd1", "slurmd1-0", false),
                        tuple("slurmd1", "slurmd1-1", false));
    }

    private static SlurmdPod slinky(String name) throws ApiFailure {
        return pods(Slinky.SYSTEM).stream()
                .filter(pod -> pod.namespace().equals("slurm") && pod.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<SlurmdPod> pods(NodeSetSystem system) throws ApiFailure {
        return CapturedApi.records("lists/pods-all.json", CapturedApi.pods(system, GKE));
    }
}
