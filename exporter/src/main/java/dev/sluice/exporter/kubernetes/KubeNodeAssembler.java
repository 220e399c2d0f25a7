package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.KubeNode;
import dev.sluice.exporter.model.ObjectName;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds {@link KubeNode}s. */
final class KubeNodeAssembler implements ObjectAssembler<KubeNode> {

    private static final Set<KubeField> FIELDS = Stream.concat(
                    Conditions.FIELDS.stream(),
                    Stream.of(
                            KubeField.LABEL,
                            KubeField.ANNOTATION,
                            KubeField.NODE_UNSCHEDULABLE,
                            KubeField.NODE_CAPACITY,
                            KubeField.NODE_ALLOCATABLE))
            .collect(Collectors.toUnmodifiableSet());

    private final Conditions conditions = new Conditions(this::condition);
    private final SortedMap<String, Long> capacity = new TreeMap<>();
    private final SortedMap<String, Long> allocatable = new TreeMap<>();
    private boolean ready;
    private boolean unschedulable;
    private String cordonReason = "";
    private String instanceType = "";
    private String zone = "";

    @Override
    public Set<KubeField> fields() {
        return FIELDS;
    }

    @Override
    public void begin() {
        capacity.clear();
        allocatable.clear();
        ready = false;
        unschedulable = false;
        cordonReason = "";
        instanceType = "";
        zone = "";
    }

    @Override
    public void value(KubeField field, String key, String text) {
        switch (field) {
            case LABEL -> label(key, text);
            case ANNOTATION -> {
                if (key.equals("nodeset.slinky.slurm.net/node-cordon-reason")) {
                    cordonReason = text;
                }
            }
            case NODE_UNSCHEDULABLE -> unschedulable = text.equals("true");
            case NODE_CAPACITY -> count(capacity, key, text);
            case NODE_ALLOCATABLE -> count(allocatable, key, text);
            default -> conditions.value(field, text);
        }
    }

    private void label(String key, String text) {
        switch (key) {
            case "node.kubernetes.io/instance-type" -> instanceType = text;
            case "topology.kubernetes.io/zone" -> zone = text;
            default -> {}
        }
    }

    private static void count(SortedMap<String, Long> gpus, String resource, String text) {
        long count = GpuResources.isGpu(resource) ? Quantity.whole(text) : 0;
        if (count > 0) {
            gpus.put(resource, count);
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
        return Optional.of(new KubeNode(
                name.name(),
                ready,
                unschedulable,
                cordonReason,
                Collections.unmodifiableSortedMap(new TreeMap<>(capacity)),
                Collections.unmodifiableSortedMap(new TreeMap<>(allocatable)),
                instanceType,
                zone));
    }
}
