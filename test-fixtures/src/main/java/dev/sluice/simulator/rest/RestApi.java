package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.controller.Controller;
import dev.sluice.simulator.cluster.Statistics;
import dev.sluice.simulator.cluster.Timeline;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Computes the responses of slurmrestd 26.05 from the request and the state of the cluster. */
public final class RestApi {
    /** The inputs of a response, except the request. */
    public record World(
            Controller controller,
            Statistics statistics,
            Timeline timeline,
            Optional<String> token,
            Optional<Fault> fault) {
        private boolean has(Fault looked) {
            return fault.equals(Optional.of(looked));
        }
    }

    private static final String NOT_FOUND =
            "Unable to find requested URL endpoint. Please query the '/openapi/v3' endpoint or visit "
                    + "'https://slurm.schedmd.com/rest_api.html' for the OpenAPI specification which includes a list "
                    + "of all possible slurmrestd endpoints.";

    private record Target(ApiVersion version, Endpoint endpoint) {}

    private RestApi() {}

    public static Answer answer(Request request, World world) {
        if (world.token().isPresent() && request.token().isEmpty()) {
            return Answer.text(401, "Authentication failure");
        }
        if (!request.method().equals("GET")) {
            return Answer.text(404, NOT_FOUND);
        }
        if (request.path().equals("/openapi/v3")) {
            return Answer.json(200, openApi());
        }
        return target(request.path())
                .map(target -> answer(request, target, world))
                .orElseGet(() -> Answer.text(404, NOT_FOUND));
    }

    /** Returns the captured document with the paths that the simulator serves, and without schemas. */
    private static String openApi() {
        Set<String> paths = Stream.of(ApiVersion.values())
                .flatMap(version -> Stream.of(Endpoint.values())
                        .filter(endpoint -> endpoint.servedBy(version))
                        .map(endpoint -> endpoint.path(version)))
                .collect(Collectors.toSet());
        return Template.of("openapi-v3.json")
                .retain("paths", paths)
                .retain("components", Set.of())
                .text();
    }

    private static Optional<Target> target(String path) {
        String[] parts = path.split("/", -1);
        boolean shaped = parts.length == 4 || (parts.length == 5 && parts[4].isEmpty());
        if (!shaped || !parts[0].isEmpty()) {
            return Optional.empty();
        }
        return ApiVersion.of(parts[2])
                .flatMap(version -> Endpoint.of(parts[1], parts[3])
                        .filter(endpoint -> endpoint.servedBy(version))
                        .map(endpoint -> new Target(version, endpoint)));
    }

    private static Answer answer(Request request, Target target, World world) {
        Rendering rendering = Rendering.of(
                world.controller(),
                world.statistics(),
                target.version(),
                world.timeline(),
                request.query().detail());
        if (target.endpoint().ofDatabase()) {
            return world.has(Fault.DATABASE_DOWN) || refuses(world, request)
                    ? Failures.databaseDown(rendering, target.endpoint())
                    : complete(request.query(), target.endpoint(), rendering);
        }
        Optional<String> badTime = request.query().badUpdateTime();
        if (badTime.isPresent()) {
            return Failures.badUpdateTime(rendering, badTime.get());
        }
        if (world.has(Fault.CONTROLLER_DOWN)) {
            return Failures.controllerDown(rendering, target.endpoint());
        }
        if (refuses(world, request)) {
            return Failures.badToken(rendering, target.endpoint());
        }
        OptionalLong since = request.query().updateTime();
        if (since.isPresent() && isUnchanged(target.endpoint(), since.getAsLong(), rendering)) {
            return target.endpoint() == Endpoint.JOBS
                    ? noJobChanges(since.getAsLong(), rendering)
                    : new Answer(304, "", "");
        }
        return complete(request.query(), target.endpoint(), rendering);
    }

    private static boolean refuses(World world, Request request) {
        return world.has(Fault.REJECTED_TOKEN)
                || (world.token().isPresent() && !world.token().equals(request.token()));
    }

    /**
     * Compares times as slurmctld does: slurmctld subtracts one second from the client's time, so that no change within
     * this second is lost.
     */
    private static boolean isUnchanged(Endpoint endpoint, long since, Rendering rendering) {
        Controller controller = rendering.controller();
        long changedAt = switch (endpoint) {
            case JOBS -> controller.jobsChangedAt();
            case NODES, RESERVATIONS -> controller.nodesChangedAt();
            case PARTITIONS -> controller.partitionsChangedAt();
            case PING, DIAG, LICENSES, SHARES, CONF, QOS, ASSOCIATIONS, DATABASE_DIAG -> Long.MAX_VALUE;
        };
        return changedAt != Long.MAX_VALUE && since - 1 >= rendering.timeline().show(changedAt);
    }

    private static Answer noJobChanges(long since, Rendering rendering) {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");
        Instant asked = Instant.ofEpochSecond(Math.min(since, Instant.MAX.getEpochSecond()));
        String text = LocalDateTime.ofInstant(asked, ZoneOffset.UTC).format(format);
        Template answer = rendering
                .response("slurm/jobs-update-time-none.json")
                .setFirst("warnings", "description", "No job changes since update_time[" + since + "]=" + text);
        return Answer.json(200, answer.text());
    }

    private static Answer complete(Query query, Endpoint endpoint, Rendering rendering) {
        if (endpoint == Endpoint.JOBS) {
            return jobs(query, JobsJson.of(rendering));
        }
        Template body = switch (endpoint) {
            case PING -> rendering.response("slurm/ping.json");
            case DIAG -> DiagJson.of(rendering);
            case NODES -> ClusterJson.nodes(rendering);
            case PARTITIONS -> ClusterJson.partitions(rendering);
            case LICENSES -> ClusterJson.licenses(rendering);
            case RESERVATIONS -> ClusterJson.reservations(rendering);
            case SHARES -> SharesJson.of(rendering);
            case JOBS -> JobsJson.of(rendering);
            case CONF -> ClusterJson.conf(rendering);
            case QOS -> DatabaseJson.qos(rendering);
            case ASSOCIATIONS -> DatabaseJson.associations(rendering);
            case DATABASE_DIAG -> DatabaseJson.diag(rendering);
        };
        return Answer.json(200, body.text());
    }

    /**
     * Returns the jobs. For an unknown flag, the response has status 500 and all the data. For an unknown key, the
     * response has a warning.
     */
    private static Answer jobs(Query query, Template jobs) {
        query.unknownFlag()
                .ifPresent(flag -> jobs.list(
                        "errors",
                        List.of(Template.record(
                                "description",
                                "Unknown flag \"" + flag + "\"",
                                "error_number",
                                9207,
                                "error",
                                "Data parser unable to parse invalid flag",
                                "source",
                                "#/flags[0]/"))));
        query.unknownKey()
                .ifPresent(key -> jobs.list(
                        "warnings",
                        List.of(Template.record(
                                "description",
                                "Ignoring unknown field \"" + key
                                        + "\" of type string in DATA_PARSER_OPENAPI_JOB_INFO_QUERY",
                                "source",
                                "#/" + key + "/"))));
        return Answer.json(query.unknownFlag().isPresent() ? 500 : 200, jobs.text());
    }
}
