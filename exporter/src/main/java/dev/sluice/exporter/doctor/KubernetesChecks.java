package dev.sluice.exporter.doctor;

import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.doctor.CheckResults.CheckResult;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.SourceState;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Checks Kubernetes. If a list could be read, its objects exist and are readable. The failure of a source names the
 * missing permission.
 */
final class KubernetesChecks {

    private static final String SOURCE = "kube-";
    private static final String NODE_SETS = "kube-nodesets-";
    private static final int MAX_NAMES = 5;

    private KubernetesChecks() {}

    static List<CheckResult> of(Examined examined, Instant now) {
        CheckResults results = new CheckResults(examined.view().name());
        List<SourceStatus> sources = examined.view().sources().stream()
                .filter(source -> source.source().startsWith(SOURCE))
                .toList();
        sources.forEach(source -> failing(source, now, results));
        List<SourceStatus> readable = sources.stream()
                .filter(source -> source.state(now) == SourceState.OK)
                .toList();
        if (!readable.isEmpty()) {
            results.ok(
                    "kubernetes",
                    "readable: "
                            + readable.stream()
                                    .map(source -> source.source().substring(SOURCE.length()))
                                    .collect(Collectors.joining(", ")));
        }
        List<SourceStatus> nodeSets = sources.stream()
                .filter(source -> source.source().startsWith(NODE_SETS))
                .toList();
        if (!nodeSets.isEmpty()
                && nodeSets.stream().allMatch(source -> source.absent().isPresent())) {
            results.warning(
                    "nodesets",
                    "no NodeSet kind is installed: " + nodeSets.get(0).absent().orElse(""),
                    "install slurm-operator (Slinky), soperator or SUNK, name StatefulSets in kubernetes.nodeSets, or"
                            + " set kubernetes.enabled to false");
        }
        keptDown(examined, results);
        return results.all();
    }

    private static void keptDown(Examined examined, CheckResults results) {
        List<String> names = examined.view().published().nodes().stream()
                .flatMap(nodes -> nodes.nodes().stream())
                .filter(JoinedNode::keptDown)
                .map(joined -> joined.node().name())
                .toList();
        if (!names.isEmpty()) {
            results.warning(
                    "pods-and-nodes",
                    "nodes that Slurm keeps down although their pods are ready: "
                            + names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "))
                            + (names.size() > MAX_NAMES ? ", ..." : ""),
                    "set ReturnToService=2 in slurm.conf, and run: scontrol update nodename="
                            + String.join(",", names.subList(0, Math.min(MAX_NAMES, names.size())))
                            + " state=resume");
        }
    }

    private static void failing(SourceStatus source, Instant now, CheckResults results) {
        SourceState state = source.state(now);
        if (state == SourceState.OK || state == SourceState.ABSENT) {
            return;
        }
        results.failed(
                source.source(),
                source.failure().map(SourceStatus.Failure::message).orElse("no response in time"),
                source.failure()
                                .map(SourceStatus.Failure::kind)
                                .filter(kind -> kind == FailureKind.UNAUTHORIZED)
                                .isPresent()
                        ? "grant the right; the chart's Role and ClusterRole have all required rights"
                        : "check kubernetes.kubeconfig, and with the same file: kubectl get --raw /readyz");
    }
}
