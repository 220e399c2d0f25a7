package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads {@link SlurmdPod}s of one NodeSet system. Skips similar pods that belong to no NodeSet. */
final class SlurmdPods implements KubeObject.Reader<SlurmdPod> {

    private static final int MAX_SHARED = 1 << 14;

    private final NodeSetReader reader;
    /** Equal texts are shared: ten thousand pods have few distinct namespaces, NodeSets and Kubernetes nodes. */
    private final Map<String, String> shared = new HashMap<>();

    SlurmdPods(NodeSetReader reader) {
        this.reader = reader;
    }

    @Override
    public Optional<SlurmdPod> read(ObjectName name, KubeObject pod) {
        String nodeSet = reader.nodeSetOf(name, pod);
        if (nodeSet.isEmpty()) {
            return Optional.empty();
        }
        String slurmNode = reader.slurmNode(name, pod);
        String hostname = pod.text("spec", "hostname");
        KubeObject scheduled = pod.condition("PodScheduled");
        return Optional.of(new SlurmdPod(
                reader.system(),
                shared(name.namespace()),
                name.name(),
                shared(nodeSet),
                slurmNode,
                hostname.equals(slurmNode) ? slurmNode : hostname,
                pod.hasEnded(),
                pod.condition("Ready").holds(),
                !scheduled.holds() && scheduled.exact("reason").equals("Unschedulable"),
                reader.ordinal(name, nodeSet, pod),
                shared(pod.text("spec", "nodeName")),
                instant(pod.exact("metadata", "creationTimestamp")),
                pod.has("metadata", "deletionTimestamp"),
                reader.isCordoned(pod),
                shared(reader.drainReason(pod))));
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    private String shared(String text) {
        if (shared.size() >= MAX_SHARED) {
            shared.clear();
        }
        return shared.computeIfAbsent(text, unused -> text);
    }
}
