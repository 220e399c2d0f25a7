package dev.sluice.exporter.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.exporter.kubernetes.decode.FieldSink;
import dev.sluice.exporter.kubernetes.decode.FieldTree;
import dev.sluice.exporter.kubernetes.decode.KubeField;
import dev.sluice.exporter.kubernetes.decode.Numbers;
import dev.sluice.exporter.kubernetes.lease.LeaseRecord;
import dev.sluice.exporter.kubernetes.lease.StoredLease;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Decodes a Lease, and encodes its replacement with the labels and annotations of the original. */
final class LeaseObject implements FieldSink {

    private static final Set<KubeField> FIELDS = Set.of(
            KubeField.VERSION,
            KubeField.LABEL,
            KubeField.ANNOTATION,
            KubeField.LEASE_HOLDER,
            KubeField.LEASE_DURATION,
            KubeField.LEASE_ACQUIRED,
            KubeField.LEASE_RENEWED,
            KubeField.LEASE_TRANSITIONS);

    private final Map<KubeField, String> values = new EnumMap<>(KubeField.class);
    private final Map<String, String> labels = new TreeMap<>();
    private final Map<String, String> annotations = new TreeMap<>();

    static FieldTree tree() {
        return new FieldTree().with(FIELDS);
    }

    @Override
    public void value(KubeField field, String key, String text) {
        switch (field) {
            case LABEL -> labels.put(key, text);
            case ANNOTATION -> annotations.put(key, text);
            default -> values.put(field, text);
        }
    }

    /** Requires a version, because a write without a version would replace the Lease of another process. */
    @Override
    public void endRoot() throws ApiFailure {
        if (text(KubeField.VERSION).isEmpty()) {
            throw new ApiFailure(
                    ApiFailure.Kind.UNDECODABLE, "the response is not a Lease: it has no resource version");
        }
    }

    StoredLease stored() {
        return new StoredLease(
                text(KubeField.VERSION),
                new LeaseRecord(
                        text(KubeField.LEASE_HOLDER),
                        number(KubeField.LEASE_DURATION),
                        text(KubeField.LEASE_ACQUIRED),
                        text(KubeField.LEASE_RENEWED),
                        number(KubeField.LEASE_TRANSITIONS)));
    }

    private String text(KubeField field) {
        return values.getOrDefault(field, "");
    }

    private int number(KubeField field) {
        return Numbers.of(text(field)).orElse(0);
    }

    /** Returns the complete document. With a resource version, the document replaces only a Lease with this version. */
    String with(ObjectName name, String version, LeaseRecord record) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "coordination.k8s.io/v1")
                .put("kind", "Lease");
        ObjectNode metadata =
                document.putObject("metadata").put("name", name.name()).put("namespace", name.namespace());
        putFilled(metadata, "resourceVersion", version);
        put(metadata, "labels", labels);
        put(metadata, "annotations", annotations);
        ObjectNode spec = document.putObject("spec");
        // Omit the member if no process holds the Lease, because the API server refuses an empty value.
        putFilled(spec, "holderIdentity", record.holder());
        spec.put("leaseDurationSeconds", record.durationSeconds());
        putFilled(spec, "acquireTime", record.acquireTime());
        putFilled(spec, "renewTime", record.renewTime());
        spec.put("leaseTransitions", record.transitions());
        return document.toString();
    }

    private static void putFilled(ObjectNode object, String name, String value) {
        if (!value.isEmpty()) {
            object.put(name, value);
        }
    }

    private static void put(ObjectNode object, String name, Map<String, String> values) {
        if (!values.isEmpty()) {
            ObjectNode members = object.putObject(name);
            values.forEach(members::put);
        }
    }
}
