package dev.sluice.adapter.keda;

import java.util.Map;

/**
 * The ScaledObject of a request from KEDA.
 *
 * @param name name of the ScaledObject
 * @param namespace namespace of the ScaledObject
 * @param metadata unchanged metadata of the ScaledObject's trigger
 */
record ScaledObjectRef(String name, String namespace, Map<String, String> metadata) {

    /** The part of a ScaledObject that determines its value. */
    record Trigger(String namespace, Map<String, String> metadata) {}

    Trigger trigger() {
        return new Trigger(namespace, metadata);
    }
}
