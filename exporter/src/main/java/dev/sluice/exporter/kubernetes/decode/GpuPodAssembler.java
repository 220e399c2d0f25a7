package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** Builds {@link GpuPod}s. Skips pods without GPUs, pods without a Kubernetes node and ended pods. */
public final class GpuPodAssembler implements ObjectAssembler<GpuPod> {

    private static final Set<KubeField> FIELDS = Set.of(
            KubeField.LABEL,
            KubeField.POD_NODE,
            KubeField.POD_PHASE,
            KubeField.POD_CONTAINER,
            KubeField.POD_REQUEST,
            KubeField.POD_INIT_CONTAINER,
            KubeField.POD_INIT_RESTART,
            KubeField.POD_INIT_REQUEST);

    /** slurm-bridge's label of the pods of an external job; all pods of a job have the same value. */
    private static final String JOB_LABEL = "scheduler.slinky.slurm.net/slurm-jobid";

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private final GpuRequests requests = new GpuRequests();
    private String kubeNode = "";
    private String phase = "";
    private boolean external;

    @Override
    public Set<KubeField> fields() {
        return FIELDS;
    }

    @Override
    public void begin() {
        requests.begin();
        kubeNode = "";
        phase = "";
        external = false;
    }

    @Override
    public void value(KubeField field, String key, String text) {
        switch (field) {
            case LABEL -> external |= key.equals(JOB_LABEL) && !text.isEmpty();
            case POD_NODE -> kubeNode = text;
            case POD_PHASE -> phase = text;
            case POD_REQUEST, POD_INIT_REQUEST -> requests.request(key, text);
            case POD_INIT_RESTART -> requests.restartPolicy(text);
            default -> {}
        }
    }

    @Override
    public void endElement(KubeField field) {
        if (field == KubeField.POD_CONTAINER) {
            requests.endContainer();
        } else if (field == KubeField.POD_INIT_CONTAINER) {
            requests.endInitContainer();
        }
    }

    @Override
    public Optional<GpuPod> end(ObjectName name) {
        SortedMap<String, Long> gpus = requests.end();
        return gpus.isEmpty() || kubeNode.isEmpty() || ENDED.contains(phase)
                ? Optional.empty()
                : Optional.of(new GpuPod(name.namespace(), name.name(), kubeNode, gpus, external));
    }
}
