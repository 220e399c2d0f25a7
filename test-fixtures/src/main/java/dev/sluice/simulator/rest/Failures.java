package dev.sluice.simulator.rest;

/** The captured responses of slurmrestd for known paths that slurmrestd cannot serve. */
final class Failures {

    private Failures() {}

    static Answer controllerDown(Rendering rendering, Endpoint endpoint) {
        int status = endpoint == Endpoint.PING ? 200 : endpoint == Endpoint.SHARES ? 500 : 502;
        return Answer.json(status, controllerFails(rendering, endpoint).text());
    }

    /** Only the capture of an unreachable controller has every path. A refused token differs in the error. */
    static Answer badToken(Rendering rendering, Endpoint endpoint) {
        String refused = "Protocol authentication error";
        Template answer = controllerFails(rendering, endpoint)
                .setFirst("errors", "error", refused)
                .setFirst("errors", "error_number", 1007)
                .setFirst("pings", "status", refused);
        return Answer.json(endpoint == Endpoint.PING ? 200 : 511, answer.text());
    }

    private static Template controllerFails(Rendering rendering, Endpoint endpoint) {
        // The configuration fails like the partitions: without an error.
        String segment = endpoint == Endpoint.CONF ? Endpoint.PARTITIONS.segment() : endpoint.segment();
        return rendering.from("errors/slurmctld-down/" + captured(rendering) + "-" + segment + ".json");
    }

    /** Returns the response for an unreachable slurmdbd, and for a token that slurmdbd refuses. */
    static Answer databaseDown(Rendering rendering, Endpoint endpoint) {
        String file = "errors/slurmdbd-down/" + captured(rendering) + "-slurmdb-" + endpoint.segment() + ".json";
        return Answer.json(502, rendering.from(file).text());
    }

    static Answer badUpdateTime(Rendering rendering, String value) {
        Template answer = rendering
                .from("errors/bad-query-value.json")
                .setFirst("errors", "description", "Parsing of " + value + " for timestamp failed");
        return Answer.json(422, answer.text());
    }

    /** Failures of the oldest and of the newest version are captured. */
    private static String captured(Rendering rendering) {
        return (rendering.version() == ApiVersion.V45 ? ApiVersion.V45 : ApiVersion.V42).path();
    }
}
