package dev.sluice.simulator.rest.json;

import dev.sluice.simulator.cluster.ClusterView;
import dev.sluice.simulator.cluster.Timeline;
import java.util.SortedMap;

/**
 * What a body is rendered from.
 *
 * @param detail false for {@code flags=ALL}, which leaves out the detail of allocations
 */
public record Rendering(ClusterView view, ApiVersion version, Timeline timeline, boolean detail) {
    /** The number of a user in the password file: root, who submits jobs, or who watches. */
    int userId(String user) {
        if (user.equals("root")) {
            return 0;
        }
        SortedMap<String, String> users = view.definition().users();
        return users.containsKey(user) ? 2001 + users.headMap(user).size() : 2900;
    }

    /** The number of a user's association, of which everybody has one; those of accounts are below. */
    int associationId(String user) {
        return userId(user) - 1990;
    }

    void lastUpdate(SlurmJson json) {
        json.wrapped("last_update", timeline.show(view.now()));
    }

    void time(SlurmJson json, String name, long epochSeconds) {
        json.wrapped(name, timeline.show(epochSeconds));
    }
}
