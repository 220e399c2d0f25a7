package dev.sluice.simulator.rest;

import dev.sluice.simulator.rest.json.Envelope;
import dev.sluice.simulator.rest.json.PingJson;
import dev.sluice.simulator.rest.json.Rendering;
import dev.sluice.simulator.rest.json.SlurmJson;
import java.util.List;

/** The responses of slurmrestd for known paths that slurmrestd cannot serve. */
final class Failures {
    private static final String UNREACHABLE = "Unable to contact slurm controller (connect failure)";
    private static final String REFUSED = "Protocol authentication error";

    private Failures() {}

    static Answer controllerDown(Rendering rendering, Endpoint endpoint) {
        if (endpoint == Endpoint.PING) {
            return ping(rendering, UNREACHABLE);
        }
        if (endpoint == Endpoint.SHARES) {
            return failed(500, rendering, endpoint, -1, "Unspecified error");
        }
        return failed(502, rendering, endpoint, 1800, UNREACHABLE);
    }

    static Answer badToken(Rendering rendering, Endpoint endpoint) {
        return endpoint == Endpoint.PING ? ping(rendering, REFUSED) : failed(511, rendering, endpoint, 1007, REFUSED);
    }

    /** Returns the response for an unreachable slurmdbd, and for a token that slurmdbd refuses. */
    static Answer databaseDown(Rendering rendering, Endpoint endpoint) {
        List<Envelope.Problem> errors = List.of(
                new Envelope.Problem(endpoint.failure(), 7000, "Unable to connect to database", endpoint.source()));
        return Answer.json(502, SlurmJson.document(json -> {
            Envelope.errors(json, errors, List.of());
            Envelope.meta(json, rendering, "slurmdbd");
        }));
    }

    static Answer badUpdateTime(Rendering rendering, Endpoint endpoint, String value) {
        List<Envelope.Problem> errors = List.of(
                new Envelope.Problem(
                        "Parsing of " + value + " for timestamp failed",
                        9202,
                        "Unable to convert Data type",
                        "#/update_time/"),
                new Envelope.Problem(
                        "Rejecting request. Failure parsing query.",
                        9000,
                        "Query empty or not RFC7320 compliant",
                        endpoint == Endpoint.JOBS ? "op_handler_jobs" : endpoint.source()));
        return Answer.json(422, SlurmJson.document(json -> {
            Envelope.errors(json, errors, List.of());
            Envelope.meta(json, rendering);
        }));
    }

    static void emptyJobs(SlurmJson json) {
        json.texts("jobs", List.of()).wrapped("last_backfill", 0).wrapped("last_update", 0);
    }

    private static Answer ping(Rendering rendering, String trouble) {
        return Answer.json(200, SlurmJson.document(json -> PingJson.write(json, rendering, trouble)));
    }

    private static Answer failed(int status, Rendering rendering, Endpoint endpoint, int number, String error) {
        List<Envelope.Problem> errors = endpoint.failure().isEmpty()
                ? List.of()
                : List.of(new Envelope.Problem(endpoint.failure(), number, error, endpoint.source()));
        return Answer.json(status, SlurmJson.document(json -> {
            if (endpoint == Endpoint.JOBS) {
                emptyJobs(json);
            } else if (endpoint == Endpoint.LICENSES) {
                json.texts("licenses", List.of()).wrapped("last_update", 0);
            }
            Envelope.close(json, rendering, errors, List.of());
        }));
    }
}
