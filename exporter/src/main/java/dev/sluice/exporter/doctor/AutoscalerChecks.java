package dev.sluice.exporter.doctor;

import dev.sluice.exporter.doctor.CheckResults.CheckResult;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Checks the autoscaler of each NodeSet: its kind, conflicts between several autoscalers, and whether the autoscaler
 * follows the desired number of nodes.
 *
 * @param desired desired sizes of the NodeSets with a signal
 */
record AutoscalerChecks(KubernetesSnapshot kubernetes, Map<ObjectName, Long> desired, CheckResults results) {

    private static final String CHECK = "autoscaler";
    /**
     * Target of an HPA on Sluice's desired number of nodes. With this target, the number of replicas equals the value
     * of the metric.
     */
    private static final String ABSOLUTE = "AverageValue 1";

    /** The HPA controller leaves a target with 0 replicas alone, unless the HPA itself scaled the target to 0. */
    private static final String DISABLED = "ScalingDisabled";

    private static final double PERCENT = 100;

    static List<CheckResult> of(String cluster, KubernetesSnapshot kubernetes, Map<ObjectName, Long> desired) {
        AutoscalerChecks checks = new AutoscalerChecks(kubernetes, desired, new CheckResults(cluster));
        kubernetes.nodeSets().forEach(checks::nodeSet);
        return checks.results.all();
    }

    private void nodeSet(NodeSet set) {
        String name = set.namespace() + "/" + set.name();
        List<Autoscaler> hpas = kubernetes.hpas().map(Observed::value).stream()
                .flatMap(List::stream)
                .filter(hpa -> hpa.limit().targets(set))
                .toList();
        List<String> scalers = scalers(set, hpas);
        if (scalers.isEmpty() && kubernetes.hpas().isEmpty()) {
            results.skipped(CHECK, name + ": not checked, because HorizontalPodAutoscalers have not been read");
            return;
        }
        if (scalers.isEmpty()) {
            results.ok(CHECK, name + ": none, its size does not follow the queue");
            return;
        }
        if (scalers.size() > 1) {
            results.failed(
                    CHECK,
                    name + ": conflicting autoscalers: " + String.join(", ", scalers),
                    "delete all but one: kubectl -n " + set.namespace() + " get hpa,scaledobject");
        }
        if (set.ephemeral() || set.scalingMode() == NodeSet.ScalingMode.DAEMON_SET) {
            results.warning(
                    CHECK,
                    name + ": " + scalers.get(0) + " has no effect, because "
                            + (set.ephemeral()
                                    ? "Slurm's power saving creates and removes the pods"
                                    : "the NodeSet has one pod for each selected Kubernetes node"),
                    "delete the autoscaler, or change the NodeSet's "
                            + (set.ephemeral() ? "ephemeralNodes" : "scalingMode"));
        }
        hpas.forEach(this::hpa);
    }

    /** Returns the autoscalers of a NodeSet; an HPA that KEDA created counts as the ScaledObject. */
    private List<String> scalers(NodeSet set, List<Autoscaler> hpas) {
        List<String> scalers = new ArrayList<>();
        kubernetes.scaledObjects().map(Observed::value).stream()
                .flatMap(List::stream)
                .filter(limit -> limit.targets(set))
                .forEach(unused -> scalers.add("a ScaledObject"));
        hpas.stream().filter(hpa -> !hpa.byKeda()).forEach(hpa -> scalers.add(words(hpa)));
        return scalers;
    }

    private static String words(Autoscaler hpa) {
        return "HPA " + hpa.name().name();
    }

    private void hpa(Autoscaler hpa) {
        int before = results.all().size();
        String name = hpa.name().namespace() + "/" + hpa.limit().targetName() + ": " + words(hpa);
        hpa.inactive().ifPresent(why -> inactive(name, hpa, why));
        metrics(name, hpa);
        tolerance(name, hpa);
        if (results.all().size() == before) {
            results.ok(
                    CHECK,
                    name + " follows "
                            + (hpa.byKeda() ? "KEDA's trigger" : "the desired size") + ", from "
                            + hpa.limit().min() + " to " + hpa.limit().max() + " nodes, scale-down window "
                            + hpa.scaleDownWindow().toSeconds() + " s");
        }
    }

    private void inactive(String name, Autoscaler hpa, String why) {
        ObjectName target = new ObjectName(hpa.name().namespace(), hpa.limit().targetName());
        long size = desired.getOrDefault(target, 0L);
        if (!why.startsWith(DISABLED)) {
            results.warning(
                    CHECK,
                    name + " does not scale: " + why,
                    "kubectl -n " + target.namespace() + " describe hpa "
                            + hpa.name().name() + "; docs/runbooks/SlurmHpaNotActive.md");
        } else if (size > 0 && !hpa.byKeda()) {
            results.warning(
                    CHECK,
                    name + " does not scale from 0 to the desired size " + size
                            + ", because the HPA did not scale the NodeSet to 0",
                    "kubectl -n " + target.namespace() + " scale " + hpa.limit().targetKind() + " " + target.name()
                            + " --replicas=1");
        }
    }

    private void metrics(String name, Autoscaler hpa) {
        List<String> others = hpa.metrics().stream()
                .map(Autoscaler.Metric::name)
                .filter(metric -> !hpa.byKeda() && !metric.equals("slurm_nodeset_desired_replicas"))
                .toList();
        if (!others.isEmpty()) {
            results.warning(
                    CHECK,
                    name + " scales by " + String.join(", ", others) + ", not only by the queue",
                    "scale only by slurm_nodeset_desired_replicas: docs/autoscaler-adapter.md#an-hpa");
        } else if (hpa.metrics().size() > 1) {
            results.warning(
                    CHECK, name + " uses the largest of " + hpa.metrics().size() + " metrics", "keep one metric");
        }
        hpa.metrics().stream()
                .filter(metric -> !others.contains(metric.name()))
                .filter(metric -> !metric.target().equals(ABSOLUTE))
                .findFirst()
                .ifPresent(metric -> results.warning(
                        CHECK,
                        name + " has the target " + metric.target()
                                + ", so the replicas differ from the metric's value",
                        hpa.byKeda()
                                ? "for a desired size, set metricType: AverageValue and the threshold 1 in the trigger"
                                : "set the target's type to AverageValue, and averageValue to \"1\""));
    }

    private void tolerance(String name, Autoscaler hpa) {
        if (hpa.tolerance() * hpa.limit().max() >= 1) {
            results.warning(
                    CHECK,
                    String.format(
                            Locale.ROOT,
                            "%s ignores differences up to %.0f %%: with %d nodes, up to %d nodes",
                            name,
                            hpa.tolerance() * PERCENT,
                            hpa.limit().max(),
                            (int) Math.floor(hpa.tolerance() * hpa.limit().max())),
                    "set tolerance: \"0\" in behavior.scaleUp and scaleDown (Kubernetes 1.35); on older versions"
                            + " set --hpa-tolerance of the adapter");
        }
    }
}
