package dev.sluice.exporter.api.view;

import java.util.Optional;

/**
 * Who publishes to CloudWatch.
 *
 * @param publishing whether this process does at this moment
 * @param lease the Lease that decides it; empty where none does
 */
public record PublisherView(boolean publishing, Optional<Lease> lease) {

    /**
     * A Lease of Kubernetes.
     *
     * @param namespace its namespace
     * @param name its name
     * @param identity what we are called in it
     * @param holder who holds it, as far as we have seen; empty where nobody does
     * @param failure why it cannot be read or written, for people
     */
    public record Lease(
            String namespace, String name, String identity, Optional<String> holder, Optional<String> failure) {}
}
