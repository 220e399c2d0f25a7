package dev.sluice.simulator.rest.json;

import dev.sluice.simulator.cluster.ClusterView;
import dev.sluice.simulator.cluster.Timeline;

/**
 * What a body is rendered from.
 *
 * @param detail false for {@code flags=ALL}, which leaves out the detail of allocations
 */
public record Rendering(ClusterView view, ApiVersion version, Timeline timeline, boolean detail) {
    void lastUpdate(SlurmJson json) {
        json.wrapped("last_update", timeline.show(view.now()));
    }

    void time(SlurmJson json, String name, long epochSeconds) {
        json.wrapped(name, timeline.show(epochSeconds));
    }
}
