package dev.sluice.simulator.rest.json;

import dev.sluice.simulator.cluster.ClusterView;
import dev.sluice.simulator.cluster.Timeline;
import java.util.SortedMap;

/**
 * The input for rendering a body.
 *
 * @param detail false for {@code flags=ALL}, which omits allocation details
 */
public record Rendering(ClusterView view, ApiVersion version, Timeline timeline, boolean detail) {
    /** Returns the id of a user in the password file. The user is root, a submitting user, or a monitoring user. */
    int userId(String user) {
        if (user.equals("root")) {
            return 0;
        }
        SortedMap<String, String> users = view.definition().users();
        return users.containsKey(user) ? 2001 + users.headMap(user).size() : 2900;
    }

    /** Returns the id of a user's association; accounts have lower ids. */
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
