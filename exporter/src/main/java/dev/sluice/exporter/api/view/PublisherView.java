package dev.sluice.exporter.api.view;

import java.util.Optional;

/**
 * The state of the CloudWatch publisher.
 *
 * @param publishing true if this process publishes now
 * @param lease the Lease for leader election; empty without one
 */
public record PublisherView(boolean publishing, Optional<Lease> lease) {

    /**
     * A Kubernetes Lease.
     *
     * @param namespace its namespace
     * @param name its name
     * @param identity identity of this process
     * @param holder last known holder; empty if none
     * @param failure reason why the Lease cannot be read or written, for people
     */
    public record Lease(
            String namespace, String name, String identity, Optional<String> holder, Optional<String> failure) {}
}
