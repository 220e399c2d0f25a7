package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.Optional;
import java.util.Set;

/** Builds {@link KubeNode}s. */
public final class KubeNodeAssembler implements ObjectAssembler<KubeNode> {

    private static final Set<KubeField> FIELDS =
            Set.of(KubeField.ANNOTATION, KubeField.NODE_UNSCHEDULABLE, KubeField.NODE_CAPACITY);

    private boolean unschedulable;
    private String cordonReason = "";
    private long gpus;

    @Override
    public Set<KubeField> fields() {
        return FIELDS;
    }

    @Override
    public void begin() {
        unschedulable = false;
        cordonReason = "";
        gpus = 0;
    }

    @Override
    public void value(KubeField field, String key, String text) {
        switch (field) {
            case ANNOTATION -> {
                if (key.equals("nodeset.slinky.slurm.net/node-cordon-reason")) {
                    cordonReason = text;
                }
            }
            case NODE_UNSCHEDULABLE -> unschedulable = text.equals("true");
            case NODE_CAPACITY -> gpus += GpuResources.isGpu(key) ? Quantity.whole(text) : 0;
            default -> {}
        }
    }

    @Override
    public Optional<KubeNode> end(ObjectName name) {
        return Optional.of(new KubeNode(name.name(), unschedulable, cordonReason, gpus));
    }
}
