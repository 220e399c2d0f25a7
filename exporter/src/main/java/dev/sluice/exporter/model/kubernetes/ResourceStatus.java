package dev.sluice.exporter.model.kubernetes;

import dev.sluice.exporter.model.SourceStatus;

/**
 * The status of one watched Kubernetes resource.
 *
 * @param state state of the watch
 * @param source age, failure and counters; source names are {@code kube-nodesets-slinky}, {@code kube-pods-slinky} (and
 *     so on for each system), {@code kube-nodes}, {@code kube-hpas}, {@code kube-scaledobjects}
 */
public record ResourceStatus(State state, SourceStatus source) {

    /** The state of a watch. */
    public enum State {
        /** Not read yet. */
        STARTING,
        /** Read, and watched for changes. */
        CURRENT,
        /** The API server does not have such objects: their definition is not installed. Not a failure. */
        ABSENT,
        /** The exporter's account may not read them (HTTP 403); the failure names the missing right. */
        DENIED,
        /** Cannot be read at the moment. */
        FAILING
    }
}
