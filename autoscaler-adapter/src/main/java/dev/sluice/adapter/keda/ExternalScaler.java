package dev.sluice.adapter.keda;

import dev.sluice.adapter.metrics.LabelSelector;
import dev.sluice.adapter.metrics.LabelValues;
import dev.sluice.adapter.metrics.Lookup;
import dev.sluice.adapter.metrics.Lookup.Refused;
import dev.sluice.adapter.metrics.Lookup.Refused.Reason;
import dev.sluice.adapter.metrics.Metric;
import dev.sluice.adapter.metrics.MetricLookup;
import externalscaler.ScaledObjectRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Computes the values of a ScaledObject for KEDA. An HPA for the same NodeSet, cluster and kind gets the same values.
 * An unknown value is an error, because KEDA scales the target of an inactive scaler to zero.
 */
record ExternalScaler(MetricLookup lookup) {

    static final String METRIC = Metric.NODESET_DESIRED_REPLICAS.metricName();

    private static final String NODESET = "nodeset";
    private static final String NAMESPACE = "namespace";

    /** Optional metadata of a trigger that distinguishes NodeSets with the same name. */
    private static final List<String> NARROWING = List.of("cluster", "kind");

    /** Returns the flaw of a trigger; empty if the trigger is valid. The demand does not change the result. */
    Optional<Refused> flaw(ScaledObjectRef scaledObject) {
        if (named(scaledObject, NODESET).isEmpty()) {
            return Optional.of(new Refused(
                    Reason.INVALID, "the trigger's metadata does not say which NodeSet is meant; add nodeset: NAME"));
        }
        if (namespace(scaledObject).isEmpty()) {
            return Optional.of(new Refused(Reason.INVALID, "the request does not say which namespace is meant"));
        }
        return Optional.empty();
    }

    /** Returns the desired nodes of a ScaledObject's NodeSet. */
    Lookup desired(ScaledObjectRef scaledObject) {
        Optional<Refused> flaw = flaw(scaledObject);
        return flaw.isPresent()
                ? flaw.get()
                : lookup.external(Metric.NODESET_DESIRED_REPLICAS, namespace(scaledObject), selector(scaledObject));
    }

    private static String namespace(ScaledObjectRef scaledObject) {
        return named(scaledObject, NAMESPACE).orElse(scaledObject.getNamespace());
    }

    private static LabelSelector selector(ScaledObjectRef scaledObject) {
        List<String> requirements = new ArrayList<>();
        requirements.add(requirement(NODESET, named(scaledObject, NODESET).orElse("")));
        for (String label : NARROWING) {
            named(scaledObject, label).ifPresent(name -> requirements.add(requirement(label, name)));
        }
        return LabelSelector.parse(String.join(",", requirements));
    }

    private static String requirement(String label, String name) {
        return label + "=" + LabelValues.of(name);
    }

    private static Optional<String> named(ScaledObjectRef scaledObject, String key) {
        return Optional.ofNullable(scaledObject.getScalerMetadataMap().get(key))
                .map(String::strip)
                .filter(name -> !name.isEmpty());
    }
}
