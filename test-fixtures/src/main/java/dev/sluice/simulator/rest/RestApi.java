package dev.sluice.simulator.rest;

import static java.util.Map.entry;

import com.sun.net.httpserver.HttpExchange;
import dev.sluice.fixtures.LoopbackServer;
import dev.sluice.lab.scheduling.Controller;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Computes the responses of slurmrestd 26.05 to valid requests from the state of the cluster. Each wrong token gets 401.
 */
public final class RestApi {

    /** The newest API version. */
    public static final String NEWEST = "v0.0.45";

    private static final List<String> VERSIONS = List.of("v0.0.42", "v0.0.43", "v0.0.44", NEWEST);

    private static final String JOBS = "slurm/jobs";
    private static final String PING = "slurm/ping";
    private static final String SHARES = "slurm/shares";
    private static final String CONF = "slurm/conf";

    /** The bodies by plugin and endpoint. */
    private static final Map<String, Function<Rendering, Template>> BODIES = Map.ofEntries(
            entry(PING, rendering -> rendering.response("slurm/ping.json")),
            entry("slurm/diag", DiagJson::of),
            entry("slurm/nodes", ClusterJson::nodes),
            entry("slurm/partitions", ClusterJson::partitions),
            entry(JOBS, JobsJson::of),
            entry("slurm/licenses", ClusterJson::licenses),
            entry("slurm/reservations", ClusterJson::reservations),
            entry(SHARES, SharesJson::of),
            entry(CONF, ClusterJson::conf),
            entry("slurmdb/qos", DatabaseJson::qos),
            entry("slurmdb/associations", DatabaseJson::associations),
            entry("slurmdb/diag", DatabaseJson::diag));

    private static final Pattern PATH = Pattern.compile("/(slurm|slurmdb)/(v[0-9.]+)/([a-z]+)/?");

    private static final String NOT_FOUND =
            "Unable to find requested URL endpoint. Please query the '/openapi/v3' endpoint or visit "
                    + "'https://slurm.schedmd.com/rest_api.html' for the OpenAPI specification which includes a list "
                    + "of all possible slurmrestd endpoints.";

    /** A daemon that does not respond. */
    public enum Fault {
        /** slurmctld: status 502 on every path except ping. The response to ping reports the problem. */
        CONTROLLER_DOWN,
        /** slurmdbd: status 502 on the paths of slurmdbd. */
        DATABASE_DOWN
    }

    /** An HTTP response. An empty body means that the response has no body. */
    public record Answer(int status, String contentType, String body) {

        static Answer json(int status, String body) {
            return new Answer(status, "application/json", body);
        }

        static Answer text(int status, String text) {
            return new Answer(status, "text/plain", text);
        }

        /** Sends the length and closes the connection after an error, like slurmrestd. */
        public void send(HttpExchange exchange) throws IOException {
            if (status >= 400) {
                exchange.getResponseHeaders().set("Connection", "close");
            }
            LoopbackServer.send(exchange, status, contentType, body);
        }
    }

    /**
     * The parts of an HTTP request that the simulator uses.
     *
     * @param query raw query; empty without a query
     * @param token the header X-SLURM-USER-TOKEN, or Authorization without its prefix Bearer
     */
    public record Request(String method, String path, String query, Optional<String> token) {

        private static final Pattern UPDATE_TIME = Pattern.compile("(?:^|&)update_time=(\\d{1,18})(?:&|$)");

        public static Request of(HttpExchange exchange) {
            Optional<String> bearer = Optional.ofNullable(
                            exchange.getRequestHeaders().getFirst("Authorization"))
                    .map(value -> value.replaceFirst("^Bearer ", ""));
            return new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""),
                    Optional.ofNullable(exchange.getRequestHeaders().getFirst("X-SLURM-USER-TOKEN"))
                            .or(() -> bearer));
        }

        /** Returns the time since which the client requests changes; empty without a time. */
        OptionalLong updateTime() {
            Matcher time = UPDATE_TIME.matcher(query);
            return time.find() ? OptionalLong.of(Long.parseLong(time.group(1))) : OptionalLong.empty();
        }

        /**
         * Returns true if jobs include allocation details per core and GPU. The flag ALL omits these details unless the
         * flag DETAIL is also set.
         */
        boolean detail() {
            String flags = query.toUpperCase(Locale.ROOT);
            return !flags.contains("ALL") || flags.contains("DETAIL");
        }
    }

    /** The inputs of a response, except the request. */
    public record World(
            Controller controller,
            Statistics statistics,
            Timeline timeline,
            Optional<String> token,
            Optional<Fault> fault) {}

    private RestApi() {}

    public static Answer answer(Request request, World world) {
        if (world.token().isPresent() && !world.token().equals(request.token())) {
            return Answer.text(401, "Authentication failure");
        }
        boolean get = request.method().equals("GET");
        if (get && request.path().equals("/openapi/v3")) {
            return Answer.json(200, openApi());
        }
        Matcher path = PATH.matcher(request.path());
        String endpoint = path.matches() ? path.group(1) + "/" + path.group(3) : "";
        if (!get || endpoint.isEmpty() || !serves(path.group(2), endpoint)) {
            return Answer.text(404, NOT_FOUND);
        }
        Rendering rendering = new Rendering(
                world.controller(), world.statistics(), path.group(2), world.timeline(), request.detail());
        return answer(request, endpoint, rendering, world.fault());
    }

    private static boolean serves(String version, String endpoint) {
        return VERSIONS.contains(version)
                && BODIES.containsKey(endpoint)
                && (!endpoint.equals(CONF) || version.equals(NEWEST));
    }

    /** Returns the captured document with the paths that the simulator serves, and without schemas. */
    private static String openApi() {
        Set<String> paths = VERSIONS.stream()
                .flatMap(version -> BODIES.keySet().stream()
                        .filter(endpoint -> serves(version, endpoint))
                        .map(endpoint -> "/" + endpoint.replace("/", "/" + version + "/")
                                + (endpoint.equals(SHARES) ? "" : "/")))
                .collect(Collectors.toSet());
        return Template.of("openapi-v3.json")
                .retain("paths", paths)
                .retain("components", Set.of())
                .text();
    }

    private static Answer answer(Request request, String endpoint, Rendering rendering, Optional<Fault> fault) {
        boolean ofDatabase = endpoint.startsWith("slurmdb/");
        if (fault.equals(Optional.of(ofDatabase ? Fault.DATABASE_DOWN : Fault.CONTROLLER_DOWN))) {
            return ofDatabase ? databaseDown(rendering, endpoint) : controllerDown(rendering, endpoint);
        }
        OptionalLong since = request.updateTime();
        if (since.isPresent() && isUnchanged(endpoint, since.getAsLong(), rendering)) {
            return endpoint.equals(JOBS) ? noJobChanges(since.getAsLong(), rendering) : new Answer(304, "", "");
        }
        Function<Rendering, Template> body =
                Optional.ofNullable(BODIES.get(endpoint)).orElseThrow();
        return Answer.json(200, body.apply(rendering).text());
    }

    private static Answer controllerDown(Rendering rendering, String endpoint) {
        int status = endpoint.equals(PING) ? 200 : endpoint.equals(SHARES) ? 500 : 502;
        // The configuration fails like the partitions: without an error.
        String file = endpoint.equals(CONF) ? "partitions" : endpoint.replace("slurm/", "");
        return failure(status, "errors/slurmctld-down/%s-" + file, rendering);
    }

    private static Answer databaseDown(Rendering rendering, String endpoint) {
        return failure(502, "errors/slurmdbd-down/%s-" + endpoint.replace('/', '-'), rendering);
    }

    /** Failures of the oldest and of the newest version are captured. */
    private static Answer failure(int status, String file, Rendering rendering) {
        String version = rendering.version().equals(NEWEST) ? NEWEST : VERSIONS.get(0);
        return Answer.json(
                status, rendering.from(file.formatted(version) + ".json").text());
    }

    /**
     * Compares times as slurmctld does: slurmctld subtracts one second from the client's time, so that no change within
     * this second is lost.
     */
    private static boolean isUnchanged(String endpoint, long since, Rendering rendering) {
        Controller controller = rendering.controller();
        long changedAt = switch (endpoint) {
            case JOBS -> controller.jobsChangedAt();
            case "slurm/nodes", "slurm/reservations" -> controller.nodesChangedAt();
            case "slurm/partitions" -> controller.partitionsChangedAt();
            default -> Long.MAX_VALUE;
        };
        return changedAt != Long.MAX_VALUE && since - 1 >= rendering.show(changedAt);
    }

    private static Answer noJobChanges(long since, Rendering rendering) {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");
        Instant asked = Instant.ofEpochSecond(Math.min(since, Instant.MAX.getEpochSecond()));
        String text = LocalDateTime.ofInstant(asked, ZoneOffset.UTC).format(format);
        Template answer = rendering
                .response("slurm/jobs-update-time-none.json")
                .each(
                        "warnings",
                        warning -> warning.setIfPresent(
                                "description", "No job changes since update_time[" + since + "]=" + text));
        return Answer.json(200, answer.text());
    }
}
