package dev.sluice.simulator.rest;

import dev.sluice.simulator.cluster.ClusterView;
import dev.sluice.simulator.cluster.Timeline;
import dev.sluice.simulator.rest.json.ApiVersion;
import dev.sluice.simulator.rest.json.ConfJson;
import dev.sluice.simulator.rest.json.DatabaseJson;
import dev.sluice.simulator.rest.json.DiagJson;
import dev.sluice.simulator.rest.json.Envelope;
import dev.sluice.simulator.rest.json.JobsJson;
import dev.sluice.simulator.rest.json.NodesJson;
import dev.sluice.simulator.rest.json.PartitionsJson;
import dev.sluice.simulator.rest.json.PingJson;
import dev.sluice.simulator.rest.json.Rendering;
import dev.sluice.simulator.rest.json.SharedJson;
import dev.sluice.simulator.rest.json.SharesJson;
import dev.sluice.simulator.rest.json.SlurmJson;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Computes the responses of slurmrestd 26.05 from the request and the state of the cluster. */
public final class RestApi {
    /** The inputs of a response, except the request. */
    public record World(ClusterView view, Timeline timeline, Optional<String> token, Optional<Fault> fault) {
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
            return Answer.json(200, OpenApiJson.document());
        }
        return target(request.path())
                .map(target -> answer(request, target, world))
                .orElseGet(() -> Answer.text(404, NOT_FOUND));
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
        Rendering rendering = new Rendering(
                world.view(),
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
            return Failures.badUpdateTime(rendering, target.endpoint(), badTime.get());
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
                    : Answer.notModified();
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
        ClusterView view = rendering.view();
        long changedAt = switch (endpoint) {
            case JOBS -> view.jobsChangedAt();
            case NODES, RESERVATIONS -> view.nodesChangedAt();
            case PARTITIONS -> view.partitionsChangedAt();
            case PING, DIAG, LICENSES, SHARES, CONF, QOS, ASSOCIATIONS, DATABASE_DIAG -> view.now();
        };
        boolean honoured = endpoint == Endpoint.JOBS || endpoint.answersNotModified();
        return honoured && since - 1 >= rendering.timeline().show(changedAt);
    }

    private static Answer noJobChanges(long since, Rendering rendering) {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");
        Instant asked = Instant.ofEpochSecond(Math.min(since, Instant.MAX.getEpochSecond()));
        String text = LocalDateTime.ofInstant(asked, ZoneOffset.UTC).format(format);
        Envelope.Warning warning =
                new Envelope.Warning("No job changes since update_time[" + since + "]=" + text, "op_handler_jobs");
        return Answer.json(200, SlurmJson.document(json -> {
            Failures.emptyJobs(json);
            Envelope.close(json, rendering, List.of(), List.of(warning));
        }));
    }

    private static Answer complete(Query query, Endpoint endpoint, Rendering rendering) {
        return switch (endpoint) {
            case PING -> ok(json -> PingJson.write(json, rendering, ""));
            case DIAG -> ok(json -> DiagJson.write(json, rendering));
            case NODES -> ok(json -> NodesJson.write(json, rendering));
            case PARTITIONS -> ok(json -> PartitionsJson.write(json, rendering));
            case LICENSES -> ok(json -> SharedJson.licenses(json, rendering));
            case RESERVATIONS -> ok(json -> SharedJson.reservations(json, rendering));
            case SHARES -> ok(json -> SharesJson.write(json, rendering));
            case JOBS -> jobs(query, rendering);
            case CONF -> ok(json -> ConfJson.write(json, rendering));
            case QOS -> ok(json -> DatabaseJson.qos(json, rendering));
            case ASSOCIATIONS -> ok(json -> DatabaseJson.associations(json, rendering));
            case DATABASE_DIAG -> ok(json -> DatabaseJson.diag(json, rendering));
        };
    }

    /**
     * Returns the jobs. For an unknown flag, the response has status 500 and all the data. For an unknown key, the
     * response has a warning.
     */
    private static Answer jobs(Query query, Rendering rendering) {
        List<Envelope.Problem> errors = new ArrayList<>();
        query.unknownFlag()
                .ifPresent(flag -> errors.add(new Envelope.Problem(
                        "Unknown flag \"" + flag + "\"",
                        9207,
                        "Data parser unable to parse invalid flag",
                        "#/flags[0]/")));
        List<Envelope.Warning> warnings = new ArrayList<>();
        query.unknownKey()
                .ifPresent(key -> warnings.add(new Envelope.Warning(
                        "Ignoring unknown field \"" + key + "\" of type string in DATA_PARSER_OPENAPI_JOB_INFO_QUERY",
                        "#/" + key + "/")));
        byte[] body = SlurmJson.document(json -> JobsJson.write(json, rendering, errors, warnings));
        return Answer.json(errors.isEmpty() ? 200 : 500, body);
    }

    private static Answer ok(Consumer<SlurmJson> members) {
        return Answer.json(200, SlurmJson.document(members));
    }
}
