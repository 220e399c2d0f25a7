package dev.sluice.exporter.api.view;

import java.util.Optional;

/**
 * The state of the CloudWatch publisher.
 *
 * @param publishing true if this process publishes now
 * @param lease the Lease for leader election; empty if no Lease is configured
 */
public record PublisherView(boolean publishing, Optional<Lease> lease) {

    /**
     * A Kubernetes Lease.
     *
     * @param identity identity of this process
     * @param holder last known holder; empty if no holder is known
     * @param failure reason why the Lease cannot be read or written, as a message for people
     */
    public record Lease(
            String namespace, String name, String identity, Optional<String> holder, Optional<String> failure) {}
}
