package dev.sluice.simulator.rest;

import static java.time.format.DateTimeFormatter.ISO_LOCAL_DATE_TIME;
import static java.util.Map.entry;

import com.sun.net.httpserver.HttpExchange;
import dev.sluice.fixtures.LoopbackServer;
import dev.sluice.lab.scheduling.Controller;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
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
 *
 * @param token the token that all requests need; empty without authentication
 */
public record RestApi(
        Controller controller,
        Statistics statistics,
        Timeline timeline,
        Optional<String> token,
        Optional<RestApi.Fault> fault) {

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
            entry("slurm/nodes", rendering -> new ClusterJson(rendering).nodes()),
            entry("slurm/partitions", rendering -> new ClusterJson(rendering).partitions()),
            entry(JOBS, JobsJson::of),
            entry("slurm/licenses", rendering -> new ClusterJson(rendering).licenses()),
            entry("slurm/reservations", rendering -> new ClusterJson(rendering).reservations()),
            entry(SHARES, SharesJson::of),
            entry(CONF, rendering -> new ClusterJson(rendering).conf()),
            entry("slurmdb/qos", rendering -> new DatabaseJson(rendering).qos()),
            entry("slurmdb/associations", rendering -> new DatabaseJson(rendering).associations()),
            entry("slurmdb/diag", rendering -> new DatabaseJson(rendering).diag()));

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

        static Answer json(int status, Template body) {
            return new Answer(status, "application/json", body.text());
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

    public Answer answer(Request request) {
        if (token.isPresent() && !token.equals(request.token())) {
            return new Answer(401, "text/plain", "Authentication failure");
        }
        boolean get = request.method().equals("GET");
        if (get && request.path().equals("/openapi/v3")) {
            return Answer.json(200, openApi());
        }
        Matcher path = PATH.matcher(request.path());
        String endpoint = path.matches() ? path.group(1) + "/" + path.group(3) : "";
        if (!get || endpoint.isEmpty() || !serves(path.group(2), endpoint)) {
            return new Answer(404, "text/plain", NOT_FOUND);
        }
        return answer(
                request, endpoint, new Rendering(controller, statistics, path.group(2), timeline, request.detail()));
    }

    private static boolean serves(String version, String endpoint) {
        return VERSIONS.contains(version)
                && BODIES.containsKey(endpoint)
                && (!endpoint.equals(CONF) || version.equals(NEWEST));
    }

    /** Returns the captured document with the paths that the simulator serves, and without schemas. */
    private static Template openApi() {
        Set<String> paths = VERSIONS.stream()
                .flatMap(version -> BODIES.keySet().stream()
                        .filter(endpoint -> serves(version, endpoint))
                        .map(endpoint -> "/" + endpoint.replace("/", "/" + version + "/")
                                + (endpoint.equals(SHARES) ? "" : "/")))
                .collect(Collectors.toSet());
        return Template.of("openapi-v3.json").retain("paths", paths).retain("components", Set.of());
    }

    private Answer answer(Request request, String endpoint, Rendering rendering) {
        Fault possible = endpoint.startsWith("slurmdb/") ? Fault.DATABASE_DOWN : Fault.CONTROLLER_DOWN;
        if (fault.equals(Optional.of(possible))) {
            return failure(possible, endpoint, rendering);
        }
        OptionalLong since = request.updateTime();
        if (since.isPresent() && isUnchanged(endpoint, since.getAsLong())) {
            return endpoint.equals(JOBS) ? noJobChanges(since.getAsLong(), rendering) : new Answer(304, "", "");
        }
        Function<Rendering, Template> body =
                Optional.ofNullable(BODIES.get(endpoint)).orElseThrow();
        return Answer.json(200, body.apply(rendering));
    }

    /** Returns a captured failure; only failures of the oldest and of the newest version are captured. */
    private static Answer failure(Fault fault, String endpoint, Rendering rendering) {
        String version = rendering.version().equals(NEWEST) ? NEWEST : VERSIONS.get(0);
        // The configuration fails like the partitions: without an error.
        String name = endpoint.equals(CONF)
                ? "partitions"
                : endpoint.replace("slurm/", "").replace('/', '-');
        String daemon = fault == Fault.DATABASE_DOWN ? "slurmdbd" : "slurmctld";
        int status = endpoint.equals(PING) ? 200 : endpoint.equals(SHARES) ? 500 : 502;
        return Answer.json(status, rendering.from("errors/" + daemon + "-down/" + version + "-" + name + ".json"));
    }

    /**
     * Compares times as slurmctld does: slurmctld subtracts one second from the client's time, so that no change within
     * this second is lost.
     */
    private boolean isUnchanged(String endpoint, long since) {
        long changedAt = switch (endpoint) {
            case JOBS -> controller.jobsChangedAt();
            case "slurm/nodes", "slurm/reservations" -> controller.nodesChangedAt();
            case "slurm/partitions" -> controller.partitionsChangedAt();
            default -> Long.MAX_VALUE;
        };
        return changedAt != Long.MAX_VALUE && since - 1 >= timeline.show(changedAt);
    }

    private static Answer noJobChanges(long since, Rendering rendering) {
        long shown = Math.min(since, Instant.MAX.getEpochSecond());
        String text = LocalDateTime.ofEpochSecond(shown, 0, ZoneOffset.UTC).format(ISO_LOCAL_DATE_TIME);
        Template answer = rendering
                .response("slurm/jobs-update-time-none.json")
                .each(
                        "warnings",
                        warning -> warning.setIfPresent(
                                "description", "No job changes since update_time[" + since + "]=" + text));
        return Answer.json(200, answer);
    }
}
