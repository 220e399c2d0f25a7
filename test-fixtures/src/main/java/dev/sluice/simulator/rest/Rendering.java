package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.ClusterDefinition;
import dev.sluice.lab.scheduling.Controller;
import java.util.function.BiConsumer;

/**
 * The input for rendering a body.
 *
 * @param detail false for {@code flags=ALL}, which omits allocation details
 */
public record Rendering(
        Controller controller, Statistics statistics, String version, Timeline timeline, boolean detail) {

    ClusterDefinition definition() {
        return controller.definition();
    }

    /** Returns the captured response of this version, from this cluster. */
    public Template response(String file) {
        return from("rest/" + version + "/" + file);
    }

    /** Returns the response of slurmctld that is a list of records. */
    <T> Template listing(String list, Iterable<T> things, BiConsumer<Template, T> fill) {
        return response("slurm/" + list + ".json").list(list, things, fill).set("last_update", now());
    }

    /** Returns a captured file as a response of this version, from this cluster. */
    public Template from(String file) {
        return Template.of(file)
                .set("meta.plugin.data_parser", "data_parser/" + version)
                .set("meta.client.source", "127.0.0.1:6820(fd:9)")
                .set("meta.client.user", "nobody")
                .set("meta.client.group", "nogroup")
                .set("meta.slurm.cluster", definition().name());
    }

    /** Returns the id of a user in the password file. The user is root, a submitting user, or a monitoring user. */
    int userId(String user) {
        if (user.equals("root")) {
            return 0;
        }
        int index = definition().users().indexOf(user);
        return index < 0 ? 2900 : 2001 + index;
    }

    /** Returns the id of a user's association; accounts have lower ids. */
    int associationId(String user) {
        return userId(user) - 1990;
    }

    /** Returns a time as clients see it; 0 ("unknown") stays 0. */
    long show(long epochSeconds) {
        return timeline.show(epochSeconds);
    }

    long now() {
        return show(controller.now());
    }
}
