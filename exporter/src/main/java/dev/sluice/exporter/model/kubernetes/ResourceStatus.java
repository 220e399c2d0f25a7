package dev.sluice.exporter.model.kubernetes;

import dev.sluice.exporter.model.SourceStatus;

/**
 * The status of one watched Kubernetes resource.
 *
 * @param source age, failure and counters; source names are {@code kube-nodesets-slinky}, {@code kube-pods-slinky} (and
 *     so on for each system), {@code kube-nodes}, {@code kube-gpu-pods}, {@code kube-hpas}, {@code kube-scaledobjects}
 */
public record ResourceStatus(State state, SourceStatus source) {

    /** The state of a watch. */
    public enum State {
        /** The objects have not been read yet. */
        STARTING,
        /** The objects have been read, and are watched for changes. */
        CURRENT,
        /**
         * The definition of the kind is not installed, so the API server has no such objects. This state is not a
         * failure.
         */
        ABSENT,
        /**
         * The exporter's account has no permission to read the objects (HTTP 403). The failure names the missing
         * permission.
         */
        DENIED,
        /** The objects cannot be read at the moment. */
        FAILING
    }
}
