package dev.sluice.exporter.model.kubernetes;

/** Who serves an API group that only one server of a Kubernetes cluster can serve. */
public sealed interface ApiServiceOwner {

    /**
     * A Service.
     *
     * @param service its namespace and name
     */
    record Served(String service) implements ApiServiceOwner {}

    /** Nobody. */
    record Nobody() implements ApiServiceOwner {}

    /**
     * That could not be read.
     *
     * @param why one line for people
     */
    record Unknown(String why) implements ApiServiceOwner {}
}
