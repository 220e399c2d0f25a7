package dev.sluice.exporter.model.kubernetes;

import dev.sluice.exporter.model.SourceStatus;

/**
 * The state of one kind of object that is watched in Kubernetes.
 *
 * @param state in a word
 * @param source age, failure and counters; source names are {@code kube-nodesets-slinky}, {@code kube-pods-slinky} (and
 *     so on for each system), {@code kube-nodes}, {@code kube-hpas}, {@code kube-scaledobjects}
 */
public record ResourceStatus(State state, SourceStatus source) {

    /** Where a watch stands. */
    public enum State {
        /** Not read yet. */
        STARTING,
        /** Read, and watched for changes. */
        CURRENT,
        /** The API server does not have such objects: what defines them is not installed. Not a failure. */
        ABSENT,
        /** Our account may not read them (HTTP 403); the failure names the right that it lacks. */
        DENIED,
        /** Cannot be read at the moment. */
        FAILING
    }
}
