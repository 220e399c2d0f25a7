package dev.sluice.lab.chaos;

import static dev.sluice.lab.chaos.Attack.Rule.ANY_NUMBER;
import static dev.sluice.lab.chaos.Attack.Rule.REPORTED;
import static dev.sluice.lab.chaos.Attack.Rule.UNCHANGED;
import static dev.sluice.lab.chaos.Responses.endless;
import static dev.sluice.lab.chaos.Responses.huge;
import static dev.sluice.lab.chaos.Responses.spoiled;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.lab.chaos.Attack.Action;
import dev.sluice.lab.chaos.Attack.Response;
import dev.sluice.lab.chaos.Attack.Rule;
import dev.sluice.lab.chaos.Stage.Ports;
import io.netty.handler.ssl.SslContextBuilder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import javax.net.SocketFactory;

/** All attacks, in the order of their execution: name, what is sent, what may change, and how it is sent. */
final class Attacks {

    private static final int SECONDS = 5;
    /** Time limit of a flood. At the limit, the flood stops, even if fewer responses than planned were sent. */
    private static final int MAX_FLOOD_SECONDS = 60;

    private static final int FLOODS = 10;
    private static final long RESPONSES_OF_A_FLOOD = Long.getLong("chaos.answers", 10_000) / FLOODS;

    /** One job for each of 10,000 nodes. */
    private static final Response NODE_LISTS =
            Responses.largeQueue(10_000, i -> "\"required_nodes\":\"n" + Responses.digits(i) + "\"");

    private static final Response TWICE = Responses.changed(records -> records.insert(0, records.get(0)));
    private static final Response ENDLESS_ERRORS = endless(
            "{\"errors\":[{\"description\":\"x\"}",
            n -> ",{\"description\":\"error @\",\"error_number\":@}".replace("@", Long.toString(n)));
    /** Short jobs with different sizes and accounts need far more memory than their text. */
    private static final Response ENDLESS_JOBS = endless("{\"jobs\":[{}", n -> """
            ,{"job_id":1@,"job_state":["PENDING"],"tasks":{"set":true,"number":1@},"account":"a@"}\
            """.replace("@", Long.toString(n)));

    private static final Response HUGE_TRUST =
            endless("{\"kind\":\"ConfigMap\",\"data\":{\"a\":\"\"", n -> ",\"k" + n + "\":\"v\"");
    private static final String LONG_HEADER = "X-Long: " + "y".repeat(500) + "\r\n";
    /** The beginning of a list of Kubernetes objects. */
    private static final String LIST = "{\"metadata\":{\"resourceVersion\":\"5\"";

    private static final String SCRAPE = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String HEADER = "GET /metrics HTTP/1.1\r\nX: ";

    private Attacks() {}

    static Stream<Attack> all() {
        return Stream.of(slurm(), slowOrEndless(), queues(), kubernetes(), clients(), host())
                .flatMap(List::stream);
    }

    private static List<Attack> slurm() {
        return List.of(
                attack("truncated", "incomplete responses: truncated body, missing last chunk, or reset connection")
                        .with(UNCHANGED, flood(Responses::truncate)),
                attack("framing", "other protocols; HTTP with two content lengths, invalid chunks or a 100 kB header")
                        .with(UNCHANGED, flood(Responses::misframe)),
                attack("status", "statuses from 204 to 599; redirects to another host")
                        .with(UNCHANGED, flood(Responses::otherStatus)),
                attack("content", "status 200 with HTML, gzip, null, unexpected JSON or an empty body")
                        .with(UNCHANGED, flood(Responses::otherContent)),
                attack("types", "JSON members with a wrong type").with(ANY_NUMBER, flood(spoiled(6, Spoilers.TYPES))),
                attack("numbers", "negative, absurd and infinite numbers")
                        .with(ANY_NUMBER, flood(spoiled(5, Spoilers.NUMBERS))),
                attack("names", "names of 1 MB, or with newlines, quotes, ANSI sequences, NUL, U+2028 or invalid UTF-8")
                        .with(ANY_NUMBER, flood(spoiled(1, Spoilers.NAMES))),
                attack("lists", "texts with 20,000 GPU types, partitions, nodes or array tasks")
                        .with(ANY_NUMBER, flood(spoiled(1, Spoilers.LISTS))),
                attack("gpu-types", "a job with 20,000 GPU types in its TRES")
                        .with(ANY_NUMBER, every("/jobs/", SECONDS, gpuTypes())),
                attack("nesting", "JSON nested 50 to 100,000 levels deep")
                        .with(ANY_NUMBER, flood(spoiled(6, Spoilers.NESTING))),
                attack("token-echo", "error responses with the exporter's token (text, JSON or HTML)")
                        .with(UNCHANGED, flood(Responses::echoToken)),
                attack("record-twice", "duplicate job or node records")
                        .with(UNCHANGED, every("/(jobs|nodes)/", SECONDS, TWICE)),
                attack("no-state", "job or node states that are missing or have a wrong type")
                        .with(REPORTED, every("/(jobs|nodes)/", SECONDS, spoiled(1, Spoilers.STATES))));
    }

    private static List<Attack> slowOrEndless() {
        return List.of(
                attack("endless-errors", "endless error list from every cluster")
                        .with(ANY_NUMBER, every("/", 2 * SECONDS, ENDLESS_ERRORS)),
                attack("endless-jobs", "endless list of valid jobs from every cluster")
                        .with(ANY_NUMBER, every("/jobs/", 2 * SECONDS, ENDLESS_JOBS)),
                attack("endless-record", "endless records and long texts in every list")
                        .with(ANY_NUMBER, every("/", 2 * SECONDS, Responses::endlessRecord)),
                attack("endless-versions", "endless list of versions in every cluster's OpenAPI document")
                        .with(ANY_NUMBER, every("/", 2 * SECONDS, Responses::endlessVersions)),
                attack("endless-space", "body of endless white space")
                        .with(ANY_NUMBER, one(endless("{", n -> " \n\t "))),
                attack("endless-headers", "response with endless headers")
                        .with(ANY_NUMBER, one(Responses.repeated("HTTP/1.1 200 OK\r\n", LONG_HEADER, 0))),
                attack("endless-1xx", "endless provisional responses (102)")
                        .with(ANY_NUMBER, one(Responses.repeated("", "HTTP/1.1 102 Processing\r\n\r\n", 0))),
                attack("huge-text", "a name of 60 MB")
                        .with(ANY_NUMBER, one(huge("{\"jobs\":[{\"job_id\":1,\"name\":\"", "x"))),
                attack("huge-number", "a number of 60 MB").with(ANY_NUMBER, one(huge("{\"jobs\":[{\"job_id\":", "7"))),
                attack("huge-key", "a key of 60 MB").with(ANY_NUMBER, one(huge("{\"", "k"))),
                attack("stall", "no response, or only the response headers").with(ANY_NUMBER, one(Responses::stall)),
                attack("trickle", "responses at 50 bytes/s").with(ANY_NUMBER, one(Responses.slowly(1, 20))),
                attack("slow-link", "responses at 20 kB/s").with(ANY_NUMBER, one(Responses.slowly(2000, 100))));
    }

    /** Queues of users with permission to submit jobs. */
    private static List<Attack> queues() {
        return List.of(
                attack("exclude-lists", "400 jobs, each with about half of 10,000 nodes in --exclude")
                        .with(ANY_NUMBER, one(Responses.excludeLists())),
                attack("node-lists", "10,000 jobs, each with one node in --nodelist")
                        .with(ANY_NUMBER, one(NODE_LISTS)),
                attack("partition-names", "jobs with 36,000 names of partitions, before the first list of partitions")
                        .with(ANY_NUMBER, Restarts::partitionNames));
    }

    private static List<Attack> kubernetes() {
        return List.of(
                attack("api-403", "status 403").with(UNCHANGED, api(3, Responses.status(403, "Forbidden"))),
                attack("api-410", "status 410 for lists and watches")
                        .with(UNCHANGED, api(3, Responses.status(410, "Expired"))),
                attack("api-410-events", "an ERROR event with code 410 in each watch")
                        .with(UNCHANGED, api(3, Responses.watches(Responses::gone))),
                attack("api-429", "status 429").with(UNCHANGED, api(3, Responses.status(429, "TooManyRequests"))),
                attack("api-503", "status 503").with(UNCHANGED, api(3, Responses.status(503, "ServiceUnavailable"))),
                attack("api-endless-list", "endless list of pods")
                        .with(UNCHANGED, api(3, endless(LIST + "},\"items\":[{}", n -> "," + pod(n)))),
                attack("api-endless-pages", "list with endless pages")
                        .with(
                                UNCHANGED,
                                api(3, exchange -> exchange.json(LIST + ",\"continue\":\"again\"},\"items\":[]}"))),
                attack("api-endless-watch", "watch with endless new objects")
                        .with(UNCHANGED, api(3, Responses.watches(endless("", Attacks::added)))),
                attack("api-nameless", "objects without a name or metadata")
                        .with(UNCHANGED, api(3, Responses::nameless)),
                attack("api-huge-name", "an object name of 60 MB")
                        .with(UNCHANGED, api(3, huge(LIST + "},\"items\":[{\"metadata\":{\"name\":\"", "n"))),
                attack("api-truncated", "incomplete lists, ConfigMaps and events")
                        .with(UNCHANGED, api(3, Responses::truncate)),
                attack("api-content", "same faults as in class `content`")
                        .with(UNCHANGED, api(3, Responses::otherContent)),
                attack("api-types", "JSON members with a wrong type in objects and events")
                        .with(REPORTED, spoiledApi(spoiled(24, Spoilers.TYPES))),
                attack("api-numbers", "negative, absurd and infinite replica numbers, versions and quantities")
                        .with(REPORTED, spoiledApi(spoiled(8, Spoilers.API_NUMBERS))),
                attack("api-names", "object names, user names and versions as in class `names`")
                        .with(ANY_NUMBER, spoiledApi(spoiled(8, Spoilers.API_NAMES))),
                attack("api-nesting", "same fault as in class `nesting`")
                        .with(REPORTED, spoiledApi(spoiled(6, Spoilers.NESTING))),
                attack("api-stall", "no response, or only the response headers")
                        .with(UNCHANGED, api(8, Responses::stall)),
                attack("api-huge-trust", "the adapter's ConfigMap with the front proxy's authorities is endless")
                        .with(UNCHANGED, lasting("/", SECONDS, HUGE_TRUST, stage -> stage.apiProxies.subList(1, 2))));
    }

    private static String added(long n) {
        return "{\"type\":\"ADDED\",\"object\":" + pod(n) + "}\n";
    }

    private static String pod(long n) {
        return """
                {"metadata":{"name":"p@","namespace":"slurm","uid":"@","resourceVersion":"1@"},\
                "spec":{"nodeName":"n@"},"status":{"phase":"Running"}}""".replace("@", Long.toString(n));
    }

    private static List<Attack> clients() {
        return List.of(
                attack("half-open", "2,100 connections to the API port, each with an unfinished header of 70 kB")
                        .with(UNCHANGED, hold(Ports::api, 2100, HEADER + "a".repeat(70_000), "", 18)),
                attack("slow-scrapers", "64 scrapers that do not read the responses")
                        .with(UNCHANGED, hold(Ports::metrics, 64, SCRAPE.repeat(8), "", 22)),
                attack("slowloris", "400 connections to the metrics port, each sending one byte per second")
                        .with(UNCHANGED, hold(Ports::metrics, 400, HEADER, "y", 6)),
                attack("explain", "40 concurrent explain=true requests, 10,000 jobs in the queue")
                        .with(ANY_NUMBER, Attacks::explain),
                attack(
                                "adapter-headers",
                                "80 connections to the adapter's port, each with an unfinished header of 250 kB")
                        .with(UNCHANGED, hold(Ports::adapter, 80, HEADER + "a".repeat(250_000), "", 18)),
                attack("identities", "`ownJobsOnly`: requests without a user, and with unreadable headers of the proxy")
                        .with(UNCHANGED, Clients::identities),
                attack("keda-calls", "15,000 KEDA calls on one connection")
                        .with(
                                UNCHANGED,
                                (stage, watch) ->
                                        Clients.kedaCalls(stage.ports().keda())));
    }

    private static List<Attack> host() {
        return List.of(
                attack("token-fifo", "reading the token file hangs").with(UNCHANGED, Restarts::tokenIsAFifo),
                attack("config-fifo", "--check-config reads a FIFO").with(UNCHANGED, Restarts::configIsAFifo),
                attack("garbage-ca", "--check-config reads a caFile without a certificate")
                        .with(UNCHANGED, Restarts::garbageAuthority),
                attack(
                                "clock-steps",
                                "the wall clock steps one hour forward, and then back while all hostile clusters fail")
                        .with(UNCHANGED, Restarts::clockSteps),
                attack("usage-files", "usage files: 30 MB, a link to /dev/zero, and dates after the year 999,999")
                        .with(UNCHANGED, Restarts::damagedUsageFiles),
                attack("squeue-child", "squeue leaves behind a child that holds its standard output")
                        .with(UNCHANGED, Restarts::squeueLeavesAChild),
                attack("silent-dns", "the DNS server does not respond for one cluster's host name")
                        .with(UNCHANGED, Restarts::nameServerIsSilent),
                attack("stopped-loop", "a debugger stops both programs' event loops; the programs must exit")
                        .with(UNCHANGED, Threads::eventLoopsStop),
                attack(
                                "dead-thread",
                                "an error ends an event loop or the exporter's scrape thread; the program must exit")
                        .with(UNCHANGED, Threads::threadsDie));
    }

    private interface Named {
        Attack with(Rule rule, Action action);
    }

    private static Named attack(String name, String what) {
        return (rule, action) -> new Attack(name, what, rule, action);
    }

    /** Holds connections, with TLS to the adapter's port: see {@link Clients#hold}. */
    private static Action hold(
            ToIntFunction<Ports> port, int connections, String beginning, String eachSecond, int seconds) {
        return (stage, watch) -> Clients.hold(
                port.applyAsInt(stage.ports()) == stage.ports().adapter()
                        ? Watch.context(SslContextBuilder.forClient()).getSocketFactory()
                        : SocketFactory.getDefault(),
                port.applyAsInt(stage.ports()),
                connections,
                beginning,
                eachSecond,
                seconds);
    }

    /** Attacks every second response in all hostile clusters, up to a number of responses. */
    private static Action flood(Response response) {
        return (stage, watch) -> {
            stage.proxies.forEach(proxy -> proxy.attack(response, target -> !target.contains("openapi"), true));
            long end = stage.hostileResponses() + RESPONSES_OF_A_FLOOD;
            ChaosTest.within(MAX_FLOOD_SECONDS, () -> stage.hostileResponses() >= end);
        };
    }

    /** Attacks every response for the given paths in all hostile clusters. */
    private static Action every(String paths, int seconds, Response response) {
        return lasting(paths, seconds, response, stage -> stage.proxies);
    }

    /** Attacks every response in one cluster. */
    private static Action one(Response response) {
        return lasting("/", SECONDS + 1, response, stage -> stage.proxies.subList(0, 1));
    }

    /** Attacks every response of the API server, both to the exporter and to the adapter. */
    private static Action api(int seconds, Response response) {
        return lasting("/", seconds, response, stage -> stage.apiProxies);
    }

    /**
     * Spoils objects for a while, then lets each watch expire: only a new list corrects a wrong but readable object.
     */
    private static Action spoiledApi(Response spoiled) {
        Action attack = api(3, spoiled);
        Action expiry = api(1, Responses.watches(Responses::gone));
        return (stage, watch) -> {
            attack.run(stage, watch);
            expiry.run(stage, watch);
        };
    }

    /**
     * Continues the attack for some seconds after the first attacked request. Without an attacked request, the attack
     * proves nothing.
     */
    private static Action lasting(
            String paths, int seconds, Response response, Function<Stage, List<Proxy>> proxiesOf) {
        return (stage, watch) -> {
            List<Proxy> proxies = proxiesOf.apply(stage);
            proxies.forEach(proxy -> proxy.attack(response, target -> target.matches(".*" + paths + ".*"), false));
            await(watch, () -> proxies.stream().allMatch(Proxy::hasAttacked));
            TimeUnit.SECONDS.sleep(seconds);
        };
    }

    static void await(Watch watch, ChaosTest.Condition reached) throws InterruptedException {
        if (!ChaosTest.within(MAX_FLOOD_SECONDS, reached)) {
            watch.findings().defect("not reached: the attack met no request within " + MAX_FLOOD_SECONDS + " s");
        }
    }

    private static Response gpuTypes() {
        String types = Responses.list(0, 20_000, i -> "gres/gpu:t" + i + "=1");
        return Responses.changed(
                jobs -> ((ObjectNode) jobs.get(0)).put("tres_req_str", types).put("tres_alloc_str", types));
    }

    private static void explain(Stage stage, Watch watch) throws InterruptedException {
        stage.proxies.get(1).attack(NODE_LISTS, target -> true, false);
        String pending = "slurm_cluster_jobs{cluster=\"" + Stage.HOSTILE.get(1) + "\",state=\"pending\"}";
        await(watch, () -> watch.differences().stream().anyMatch(wrong -> wrong.startsWith(pending)));
        for (int i = 0; i < 40; i++) {
            Proxy.thread(() -> Clients.get(stage.ports().api(), "/api/v1/demand?explain=true", ""));
        }
        TimeUnit.SECONDS.sleep(12);
    }
}
