package dev.sluice.adapter.keda;

import java.util.Map;

/**
 * Which ScaledObject KEDA asks for.
 *
 * @param name its name
 * @param namespace where it lives
 * @param metadata what its trigger says, as it stands there
 */
record ScaledObjectRef(String name, String namespace, Map<String, String> metadata) {

    ScaledObjectRef {
        metadata = Map.copyOf(metadata);
    }
}
