package dev.sluice.lab.chaos;

import dev.sluice.lab.chaos.Attack.Action;
import dev.sluice.lab.chaos.Attack.Response;
import dev.sluice.lab.chaos.Attack.Rule;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.SocketFactory;

/** All attacks, in the order of their execution. */
final class Attacks {

    private static final int SECONDS = 5;
    /** Time limit of a flood. At the limit, the flood stops, even if fewer responses than planned were sent. */
    private static final int MAX_FLOOD_SECONDS = 60;

    private static final int FLOODS = 10;
    private static final long RESPONSES_OF_A_FLOOD = Long.getLong("chaos.answers", 10_000) / FLOODS;

    private Attacks() {}

    static Stream<Attack> all() {
        return Stream.of(slurm(), queues(), kubernetes(), clients(), host()).flatMap(List::stream);
    }

    private static List<Attack> slurm() {
        return List.of(
                flood("truncated", "incomplete responses: truncated body, missing last chunk, or reset connection")
                        .with(Rule.UNCHANGED, SlurmResponses::truncate),
                flood("framing", "other protocols; HTTP with two content lengths, invalid chunks or a 100 kB header")
                        .with(Rule.UNCHANGED, SlurmResponses::misframe),
                flood("status", "statuses from 204 to 599; redirects to another host")
                        .with(Rule.UNCHANGED, SlurmResponses::otherStatus),
                flood("content", "status 200 with HTML, gzip, null, unexpected JSON or an empty body")
                        .with(Rule.UNCHANGED, SlurmResponses::otherContent),
                flood("types", "JSON members with a wrong type").with(Rule.ANY_NUMBER, SlurmResponses::otherTypes),
                flood("numbers", "negative, absurd and infinite numbers")
                        .with(Rule.ANY_NUMBER, SlurmResponses::absurdNumbers),
                flood("names", "names of 1 MB, or with newlines, quotes, ANSI sequences, NUL, U+2028 or invalid UTF-8")
                        .with(Rule.ANY_NUMBER, SlurmResponses::hostileNames),
                flood("lists", "texts with 20,000 GPU types, partitions, nodes or array tasks")
                        .with(Rule.ANY_NUMBER, SlurmResponses::longLists),
                every("gpu-types", "a job with 20,000 GPU types in its TRES", "/jobs/", SECONDS)
                        .with(Rule.ANY_NUMBER, SlurmResponses::gpuTypes),
                flood("nesting", "JSON nested 50 to 100,000 levels deep")
                        .with(Rule.ANY_NUMBER, SlurmResponses::deepNesting),
                flood("token-echo", "error responses with the exporter's token (text, JSON or HTML)")
                        .with(Rule.UNCHANGED, SlurmResponses::echoToken),
                every("record-twice", "duplicate job or node records", "/(jobs|nodes)/", SECONDS)
                        .with(Rule.UNCHANGED, SlurmResponses::twice),
                every("no-state", "job or node states that are missing or have a wrong type", "/(jobs|nodes)/", SECONDS)
                        .with(Rule.REPORTED, SlurmResponses::withoutState),
                every("endless-errors", "endless error list from every cluster", "/", 2 * SECONDS)
                        .with(Rule.ANY_NUMBER, EndlessResponses.ERRORS),
                every("endless-jobs", "endless list of valid jobs from every cluster", "/jobs/", 2 * SECONDS)
                        .with(Rule.ANY_NUMBER, EndlessResponses.JOBS),
                every("endless-record", "endless records and long texts in every list", "/", 2 * SECONDS)
                        .with(Rule.ANY_NUMBER, EndlessResponses::record),
                every("endless-versions", "endless list of versions in every cluster's OpenAPI document", "/", 10)
                        .with(Rule.ANY_NUMBER, EndlessResponses::versions),
                one("endless-space", "body of endless white space", EndlessResponses.endless("{", n -> " \n\t ")),
                one("endless-headers", "response with endless headers", EndlessResponses::headers),
                one("endless-1xx", "endless provisional responses (102)", EndlessResponses::provisionalAnswers),
                one("huge-text", "a name of 60 MB", EndlessResponses.huge("{\"jobs\":[{\"job_id\":1,\"name\":\"", "x")),
                one("huge-number", "a number of 60 MB", EndlessResponses.huge("{\"jobs\":[{\"job_id\":", "7")),
                one("huge-key", "a key of 60 MB", EndlessResponses.huge("{\"", "k")),
                one("stall", "no response, or only the response headers", EndlessResponses::stall),
                one("trickle", "responses at 50 bytes/s", EndlessResponses.slowly(1, 20)),
                one("slow-link", "responses at 20 kB/s", EndlessResponses.slowly(2000, 100)));
    }

    /** Queues of users with permission to submit jobs. */
    private static List<Attack> queues() {
        return List.of(
                one(
                        "exclude-lists",
                        "400 jobs, each with about half of 10,000 nodes in --exclude",
                        LargeQueue.EXCLUDES),
                one("node-lists", "10,000 jobs, each with one node in --nodelist", LargeQueue.NODE_LISTS),
                new Attack(
                        "partition-names",
                        "jobs with 36,000 names of partitions, before the first list of partitions",
                        Rule.ANY_NUMBER,
                        RestartAttacks::partitionNames));
    }

    private static List<Attack> kubernetes() {
        return List.of(
                api("api-403", "status 403", KubernetesResponses.status(403, "Forbidden")),
                api("api-410", "status 410 for lists and watches", KubernetesResponses.status(410, "Expired")),
                api("api-410-events", "an ERROR event with code 410 in each watch", KubernetesResponses::goneEvents),
                api("api-429", "status 429", KubernetesResponses.status(429, "TooManyRequests")),
                api("api-503", "status 503", KubernetesResponses.status(503, "ServiceUnavailable")),
                api("api-endless-list", "endless list of pods", KubernetesResponses.ENDLESS_LIST),
                api("api-endless-pages", "list with endless pages", KubernetesResponses::endlessPages),
                api("api-endless-watch", "watch with endless new objects", KubernetesResponses::endlessWatch),
                api("api-nameless", "objects without a name or metadata", KubernetesResponses::nameless),
                api("api-huge-name", "an object name of 60 MB", KubernetesResponses.HUGE_NAME),
                api("api-truncated", "incomplete lists, reviews and events", KubernetesResponses::truncate),
                api("api-content", "same faults as in class `content`", SlurmResponses::otherContent),
                kubernetes("api-types", "JSON members with a wrong type in objects, events and reviews", 3)
                        .with(Rule.REPORTED, KubernetesResponses.otherTypes()),
                kubernetes("api-numbers", "negative, absurd and infinite replica numbers, versions and quantities", 3)
                        .with(Rule.REPORTED, KubernetesResponses.absurdNumbers()),
                kubernetes("api-names", "object names, user names and versions as in class `names`", 3)
                        .with(Rule.ANY_NUMBER, KubernetesResponses.hostileNames()),
                kubernetes("api-nesting", "same fault as in class `nesting`", 3)
                        .with(Rule.REPORTED, KubernetesResponses.deepNesting()),
                kubernetes("api-stall", "no response, or only the response headers", 8)
                        .with(Rule.UNCHANGED, EndlessResponses::stall),
                client(
                        "api-huge-reviews",
                        "400 clients with different tokens; reviews are endless, or contain groups or reasons of 3 MB",
                        Attacks::hugeReviews));
    }

    private static List<Attack> clients() {
        return List.of(
                client(
                        "half-open",
                        "2,100 connections to the API port, each with an unfinished header of 70 kB",
                        (stage, watch) -> ClientAttacks.halfOpen(
                                SocketFactory.getDefault(), stage.ports().api(), 2100, 70_000)),
                client(
                        "slow-scrapers",
                        "12 scrapers that do not read the responses",
                        (stage, watch) ->
                                ClientAttacks.scrapeWithoutReading(stage.ports().metrics())),
                client(
                        "slowloris",
                        "400 connections to the metrics port, each sending one byte per second",
                        (stage, watch) -> ClientAttacks.slowloris(stage.ports().metrics())),
                new Attack(
                        "explain",
                        "40 concurrent explain=true requests, 10,000 jobs in the queue",
                        Rule.ANY_NUMBER,
                        Attacks::explain),
                client(
                        "adapter-headers",
                        "80 connections to the adapter's port, each with an unfinished header of 250 kB",
                        (stage, watch) -> ClientAttacks.halfOpen(
                                Web.trustingAll().getSocketFactory(),
                                stage.ports().adapter(),
                                80,
                                250_000)),
                client(
                        "identities",
                        "`ownJobsOnly`: requests without a user, and with unreadable headers of the proxy",
                        RestartAttacks::identities),
                client(
                        "keda-streams",
                        "15,000 KEDA streams on one connection",
                        (stage, watch) ->
                                ClientAttacks.kedaStreams(stage.ports().keda(), 15_000)));
    }

    private static List<Attack> host() {
        return List.of(
                client("token-fifo", "reading the token file hangs", HostAttacks::tokenIsAFifo),
                client("config-fifo", "--check-config reads a FIFO", HostAttacks::configIsAFifo),
                client(
                        "garbage-ca",
                        "--check-config reads a caFile without a certificate",
                        HostAttacks::garbageAuthority),
                client(
                        "clock-steps",
                        "the wall clock steps one hour forward, and then back while all hostile clusters fail",
                        RestartAttacks::clockSteps),
                client(
                        "usage-files",
                        "usage files: 30 MB, a link to /dev/zero, and dates after the year 999,999",
                        RestartAttacks::damagedUsageFiles),
                client(
                        "squeue-child",
                        "squeue leaves behind a child that holds its standard output",
                        RestartAttacks::squeueLeavesAChild),
                client(
                        "silent-dns",
                        "the DNS server does not respond for one cluster's host name",
                        HostAttacks::nameServerIsSilent),
                client(
                        "stopped-loop",
                        "a debugger stops both programs' event loops; the programs must exit",
                        ThreadAttacks::eventLoopStops),
                client(
                        "dead-thread",
                        "an error ends an event loop or the exporter's scrape thread; the program must exit",
                        ThreadAttacks::threadsDie));
    }

    /** An attack by responses, without its responses. */
    private interface Kind {
        Attack with(Rule rule, Response response);
    }

    /** Attacks every second response in all hostile clusters, up to a number of responses. */
    private static Kind flood(String name, String what) {
        return (rule, response) -> new Attack(name, what, rule, (stage, watch) -> {
            stage.proxies().forEach(proxy -> proxy.attack(response, target -> !target.contains("openapi"), true));
            long end = stage.hostileResponses() + RESPONSES_OF_A_FLOOD;
            for (int i = 0; i < 5 * MAX_FLOOD_SECONDS && stage.hostileResponses() < end; i++) {
                TimeUnit.MILLISECONDS.sleep(200);
            }
        });
    }

    /** Attacks every response for the given paths in all hostile clusters. */
    private static Kind every(String name, String what, String paths, int seconds) {
        return (rule, response) -> new Attack(name, what, rule, lasting(paths, response, seconds, Stage::proxies));
    }

    /** Attacks every response in one cluster. */
    private static Attack one(String name, String what, Response response) {
        Function<Stage, List<Proxy>> first = stage -> stage.proxies().subList(0, 1);
        return new Attack(name, what, Rule.ANY_NUMBER, lasting("/", response, SECONDS + 1, first));
    }

    private static Attack api(String name, String what, Response response) {
        return kubernetes(name, what, 3).with(Rule.UNCHANGED, response);
    }

    /** Attacks every response of the API server, both to the exporter and to the adapter. */
    private static Kind kubernetes(String name, String what, int seconds) {
        return (rule, response) -> new Attack(name, what, rule, lasting(".", response, seconds, Stage::apiProxies));
    }

    private static Attack client(String name, String what, Action action) {
        return new Attack(name, what, Rule.UNCHANGED, action);
    }

    /**
     * Continues the attack for some seconds after the first attacked request. Without an attacked request, the attack
     * proves nothing.
     */
    private static Action lasting(
            String paths, Response response, int seconds, Function<Stage, List<Proxy>> proxiesOf) {
        return (stage, watch) -> {
            List<Proxy> proxies = proxiesOf.apply(stage);
            proxies.forEach(proxy -> proxy.attack(response, target -> target.matches(".*" + paths + ".*"), false));
            await(watch, () -> proxies.stream().allMatch(Proxy::hasAttacked));
            TimeUnit.SECONDS.sleep(seconds);
        };
    }

    interface Condition {
        boolean holds() throws InterruptedException;
    }

    static void await(Watch watch, Condition reached) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_FLOOD_SECONDS);
        boolean holds = reached.holds();
        while (!holds && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(100);
            holds = reached.holds();
        }
        if (!holds) {
            watch.findings().defect("not reached: the attack met no request within " + MAX_FLOOD_SECONDS + " s");
        }
    }

    private static void hugeReviews(Stage stage, Watch watch) throws InterruptedException {
        Proxy proxy = stage.adapterProxy();
        proxy.attack(KubernetesResponses::hugeReviews, target -> true, false);
        watch.askAtOnce(400);
        await(watch, proxy::hasAttacked);
        TimeUnit.SECONDS.sleep(SECONDS);
    }

    private static void explain(Stage stage, Watch watch) throws InterruptedException {
        stage.proxies().get(1).attack(LargeQueue.NODE_LISTS, target -> true, false);
        String pending = "slurm_cluster_jobs{cluster=\"" + Stage.hostile(1) + "\",state=\"pending\"}";
        await(watch, () -> watch.differences().keySet().stream().anyMatch(wrong -> wrong.startsWith(pending)));
        ClientAttacks.askAtOnce(stage.ports().api(), "/api/v1/demand?explain=true", 40);
    }
}
