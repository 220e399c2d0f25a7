package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.KubeNode.Gpus;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds {@link KubeNode}s. */
public final class KubeNodeAssembler implements ObjectAssembler<KubeNode> {

    private static final Set<KubeField> FIELDS = Stream.concat(
                    Conditions.FIELDS.stream(),
                    Stream.of(
                            KubeField.LABEL,
                            KubeField.ANNOTATION,
                            KubeField.NODE_UNSCHEDULABLE,
                            KubeField.NODE_CAPACITY,
                            KubeField.NODE_ALLOCATABLE))
            .collect(Collectors.toUnmodifiableSet());

    /**
     * Labels that name the pool of a node, the best first. Bare-metal clusters often have none of the providers'
     * labels, so the last label is the instance type.
     */
    private static final List<String> POOL_LABELS = List.of(
            "cloud.google.com/gke-nodepool",
            "eks.amazonaws.com/nodegroup",
            "kubernetes.azure.com/agentpool",
            "karpenter.sh/nodepool",
            "compute.coreweave.com/node-pool",
            "nebius.com/node-group-id",
            "node.kubernetes.io/instance-type");

    /** slurm-bridge's label for a machine whose Slurm node has another name. */
    private static final String SLURM_NODE_LABEL = "slinky.slurm.net/slurm-nodename";

    private final Conditions conditions = new Conditions(this::condition);
    private final Map<String, String> poolLabels = new HashMap<>();
    private final SortedMap<String, Gpus> gpus = new TreeMap<>();
    private boolean unschedulable;
    private boolean ready;
    private String cordonReason = "";
    private String slurmNode = "";

    @Override
    public Set<KubeField> fields() {
        return FIELDS;
    }

    @Override
    public void begin() {
        poolLabels.clear();
        gpus.clear();
        unschedulable = false;
        ready = false;
        cordonReason = "";
        slurmNode = "";
    }

    @Override
    public void value(KubeField field, String key, String text) {
        switch (field) {
            case LABEL -> {
                if (POOL_LABELS.contains(key)) {
                    poolLabels.put(key, text);
                } else if (key.equals(SLURM_NODE_LABEL)) {
                    slurmNode = text;
                }
            }
            case ANNOTATION -> {
                if (key.equals("nodeset.slinky.slurm.net/node-cordon-reason")) {
                    cordonReason = text;
                }
            }
            case NODE_UNSCHEDULABLE -> unschedulable = text.equals("true");
            case NODE_CAPACITY -> add(key, new Gpus(GpuResources.amount(key, text), 0));
            case NODE_ALLOCATABLE -> add(key, new Gpus(0, GpuResources.amount(key, text)));
            default -> conditions.value(field, text);
        }
    }

    private void add(String resource, Gpus more) {
        if (!more.equals(Gpus.NONE)) {
            gpus.merge(
                    resource, more, (a, b) -> new Gpus(a.capacity() + b.capacity(), a.allocatable() + b.allocatable()));
        }
    }

    @Override
    public void endElement(KubeField field) {
        conditions.endElement(field);
    }

    private void condition(Conditions.Condition condition) {
        if (condition.type().equals("Ready")) {
            ready = condition.holds();
        }
    }

    @Override
    public Optional<KubeNode> end(ObjectName name) {
        String pool = POOL_LABELS.stream()
                .map(label -> poolLabels.getOrDefault(label, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("");
        String onMachine = slurmNode.isEmpty() ? name.name() : slurmNode;
        return Optional.of(new KubeNode(name.name(), unschedulable, cordonReason, ready, pool, onMachine, gpus));
    }
}
