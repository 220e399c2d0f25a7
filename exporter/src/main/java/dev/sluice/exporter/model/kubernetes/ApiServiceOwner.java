package dev.sluice.exporter.model.kubernetes;

/** The owner of an API group. Only one server of a Kubernetes cluster can serve such a group. */
public sealed interface ApiServiceOwner {

    /**
     * A Service.
     *
     * @param service namespace and name of the Service
     */
    record Served(String service) implements ApiServiceOwner {}

    /** No owner. */
    record Nobody() implements ApiServiceOwner {}

    /**
     * An owner that could not be read.
     *
     * @param why one human-readable line
     */
    record Unknown(String why) implements ApiServiceOwner {}
}
