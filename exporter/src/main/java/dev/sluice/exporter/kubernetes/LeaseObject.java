package dev.sluice.exporter.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.exporter.kubernetes.decode.FieldSink;
import dev.sluice.exporter.kubernetes.decode.FieldTree;
import dev.sluice.exporter.kubernetes.decode.KubeField;
import dev.sluice.exporter.kubernetes.decode.ObjectFields;
import dev.sluice.exporter.kubernetes.lease.LeaseRecord;
import dev.sluice.exporter.kubernetes.lease.StoredLease;
import dev.sluice.exporter.model.kubernetes.ObjectName;
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

    private ObjectFields lease = new ObjectFields();

    static FieldTree tree() {
        return new FieldTree().with(FIELDS);
    }

    /** Requires a version, because a write without a version would replace the Lease of another process. */
    @Override
    public void document(ObjectFields document) throws ApiFailure {
        if (document.exact(KubeField.VERSION).isEmpty()) {
            throw new ApiFailure(
                    ApiFailure.Kind.UNDECODABLE, "the response is not a Lease: it has no resource version");
        }
        lease = document;
    }

    StoredLease stored() {
        return new StoredLease(
                lease.exact(KubeField.VERSION),
                new LeaseRecord(
                        lease.exact(KubeField.LEASE_HOLDER),
                        lease.number(KubeField.LEASE_DURATION).orElse(0),
                        lease.exact(KubeField.LEASE_ACQUIRED),
                        lease.exact(KubeField.LEASE_RENEWED),
                        lease.number(KubeField.LEASE_TRANSITIONS).orElse(0)));
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
        put(metadata, "labels", lease.members(KubeField.LABEL));
        put(metadata, "annotations", lease.members(KubeField.ANNOTATION));
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
            new TreeMap<>(values).forEach(members::put);
        }
    }
}
