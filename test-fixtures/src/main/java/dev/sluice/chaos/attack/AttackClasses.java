package dev.sluice.chaos.attack;

import dev.sluice.chaos.stage.HostileProxy;
import dev.sluice.chaos.stage.Hostility;
import dev.sluice.chaos.stage.Rule;
import dev.sluice.chaos.stage.Stage;
import dev.sluice.chaos.stage.Web;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import javax.net.SocketFactory;

/** All attack classes, in the order of their execution. */
public final class AttackClasses {

    private static final int SECONDS = 5;
    private static final int KUBERNETES_SECONDS = 3;
    /** Time limit of a flood. At the limit, the flood stops, even if fewer responses than planned were sent. */
    private static final int MAX_FLOOD_SECONDS = 60;

    private AttackClasses() {}

    public static List<AttackClass> all() {
        return List.of(
                flood(
                        "truncated",
                        "incomplete responses: truncated body, missing last chunk, or reset connection",
                        Rule.UNCHANGED,
                        SlurmAttacks::truncate),
                flood(
                        "framing",
                        "other protocols; HTTP with two content lengths, invalid chunks or a 100 kB header",
                        Rule.UNCHANGED,
                        SlurmAttacks::misframe),
                flood(
                        "status",
                        "statuses from 204 to 599; redirects to another host",
                        Rule.UNCHANGED,
                        SlurmAttacks::otherStatus),
                flood(
                        "content",
                        "status 200 with HTML, gzip, null, unexpected JSON or an empty body",
                        Rule.UNCHANGED,
                        SlurmAttacks::otherContent),
                flood("types", "JSON members with a wrong type", Rule.ANY_NUMBER, SlurmAttacks::otherTypes),
                flood("numbers", "negative, absurd and infinite numbers", Rule.ANY_NUMBER, SlurmAttacks::absurdNumbers),
                flood(
                        "names",
                        "names of 1 MB, or with newlines, quotes, ANSI sequences, NUL, U+2028 or invalid UTF-8",
                        Rule.ANY_NUMBER,
                        SlurmAttacks::hostileNames),
                flood(
                        "lists",
                        "texts with 20,000 GPU types, partitions, nodes or array tasks",
                        Rule.ANY_NUMBER,
                        SlurmAttacks::longLists),
                flood("nesting", "JSON nested 50 to 100,000 levels deep", Rule.ANY_NUMBER, SlurmAttacks::deepNesting),
                flood(
                        "token-echo",
                        "error responses with the exporter's token (text, JSON or HTML)",
                        Rule.UNCHANGED,
                        SlurmAttacks::echoToken),
                every(
                        "record-twice",
                        "duplicate job or node records",
                        Rule.UNCHANGED,
                        "/(jobs|nodes)/",
                        SlurmAttacks::twice),
                every(
                        "no-state",
                        "job or node states that are missing or have a wrong type",
                        Rule.SAID,
                        "/(jobs|nodes)/",
                        SlurmAttacks::withoutState),
                allAtOnce(
                        "endless-errors",
                        "endless error list from every cluster",
                        "/",
                        EndlessAttacks.endless(
                                "{\"errors\":[{\"description\":\"x\"}",
                                n -> ",{\"description\":\"error " + n + "\",\"error_number\":" + n + "}")),
                allAtOnce(
                        "endless-jobs",
                        "endless list of valid jobs from every cluster",
                        "/jobs/",
                        EndlessAttacks::jobs),
                allAtOnce(
                        "endless-record", "endless records and long texts in every list", "/", EndlessAttacks::record),
                allAtOnce(
                        "endless-versions",
                        "endless list of versions in every cluster's OpenAPI document",
                        "/",
                        EndlessAttacks::versions),
                one("endless-space", "body of endless white space", "/", EndlessAttacks.endless("{", n -> " \n\t ")),
                one("endless-headers", "response with endless headers", "/", EndlessAttacks::headers),
                one("endless-1xx", "endless provisional responses (102)", "/", EndlessAttacks::provisionalAnswers),
                one("huge-text", "a name of 60 MB", "/", EndlessAttacks::hugeText),
                one("huge-number", "a number of 60 MB", "/", EndlessAttacks::hugeNumber),
                one("huge-key", "a key of 60 MB", "/", EndlessAttacks::hugeKey),
                one("stall", "no response, or only the response headers", "/", EndlessAttacks::stall),
                one("trickle", "responses at 50 bytes/s", "/", EndlessAttacks::trickle),
                one("slow-link", "responses at 20 kB/s", "/", EndlessAttacks::slowLink),
                kubernetes("api-403", "status 403", KubernetesAttacks.status(403, "Forbidden")),
                kubernetes("api-410", "status 410 for lists and watches", KubernetesAttacks.status(410, "Expired")),
                kubernetes(
                        "api-410-events", "an ERROR event with code 410 in each watch", KubernetesAttacks::goneEvents),
                kubernetes("api-429", "status 429", KubernetesAttacks.status(429, "TooManyRequests")),
                kubernetes("api-503", "status 503", KubernetesAttacks.status(503, "ServiceUnavailable")),
                kubernetes("api-endless-list", "endless list of pods", KubernetesAttacks::endlessList),
                kubernetes("api-endless-pages", "list with endless pages", KubernetesAttacks::endlessPages),
                kubernetes("api-endless-watch", "watch with endless new objects", KubernetesAttacks::endlessWatch),
                kubernetes("api-nameless", "objects without a name or metadata", KubernetesAttacks::nameless),
                kubernetes("api-huge-name", "an object name of 60 MB", KubernetesAttacks::hugeName),
                kubernetes("api-truncated", "incomplete lists, reviews and events", KubernetesAttacks::truncate),
                kubernetes("api-content", "same faults as in class `content`", SlurmAttacks::otherContent),
                kubernetes(
                        "api-types",
                        "JSON members with a wrong type in objects, events and reviews",
                        Rule.SAID,
                        KubernetesAttacks.otherTypes(),
                        KUBERNETES_SECONDS),
                kubernetes(
                        "api-numbers",
                        "negative, absurd and infinite replica numbers, versions and quantities",
                        Rule.SAID,
                        KubernetesAttacks.absurdNumbers(),
                        KUBERNETES_SECONDS),
                kubernetes(
                        "api-names",
                        "object names, user names and versions as in class `names`",
                        Rule.ANY_NUMBER,
                        KubernetesAttacks.hostileNames(),
                        KUBERNETES_SECONDS),
                kubernetes(
                        "api-nesting",
                        "same fault as in class `nesting`",
                        Rule.SAID,
                        KubernetesAttacks.deepNesting(),
                        KUBERNETES_SECONDS),
                kubernetes(
                        "api-stall",
                        "no response, or only the response headers",
                        Rule.UNCHANGED,
                        EndlessAttacks::stall,
                        SECONDS + KUBERNETES_SECONDS),
                new AttackClass(
                        "api-huge-reviews",
                        "400 clients with different tokens; reviews are endless, or contain groups or reasons of 3 MB",
                        Rule.UNCHANGED,
                        0,
                        AttackClasses::hugeReviews),
                client(
                        "half-open",
                        "2,100 connections to the API port, each with an unfinished header of 8 kB",
                        a -> ClientAttacks.hold(
                                SocketFactory.getDefault(),
                                a.stage().apiPort(),
                                2100,
                                ClientAttacks.unfinishedHeader(8000),
                                18)),
                client(
                        "slow-scrapers",
                        "12 scrapers that do not read the responses",
                        a -> ClientAttacks.scrapeWithoutReading(a.stage().metricsPort(), 12, 22)),
                client(
                        "slowloris",
                        "400 connections to the metrics port, each sending one byte per second",
                        a -> ClientAttacks.slowloris(a.stage().metricsPort(), 400, 6)),
                new AttackClass(
                        "explain",
                        "40 concurrent explain=true requests, 10,000 jobs in the queue",
                        Rule.ANY_NUMBER,
                        0,
                        AttackClasses::explain),
                client(
                        "adapter-headers",
                        "80 connections to the adapter's port, each with an unfinished header of 250 kB",
                        a -> ClientAttacks.hold(
                                Web.trustingAll().getSocketFactory(),
                                a.stage().adapterPort(),
                                80,
                                ClientAttacks.unfinishedHeader(250_000),
                                18)),
                client(
                        "keda-streams",
                        "15,000 KEDA streams on one connection",
                        a -> ClientAttacks.kedaStreams(a.stage().kedaPort(), 15_000, 10)),
                one(
                        "exclude-lists",
                        "400 jobs, each with about half of 10,000 nodes in --exclude",
                        "/",
                        UserAttacks.excludeLists(),
                        8),
                one("node-lists", "10,000 jobs, each with one node in --nodelist", "/", UserAttacks.nodeLists(), 8),
                client(
                        "token-fifo",
                        "reading the token file hangs",
                        a -> LocalAttacks.tokenIsAFifo(a.stage(), a.findings())),
                client(
                        "config-fifo",
                        "--check-config reads a FIFO",
                        a -> LocalAttacks.configIsAFifo(a.stage(), a.findings())),
                client(
                        "garbage-ca",
                        "--check-config reads a caFile without a certificate",
                        a -> LocalAttacks.garbageAuthority(a.stage(), a.findings())),
                client(
                        "silent-dns",
                        "the DNS server does not respond for one cluster's host name",
                        a -> LocalAttacks.nameServerIsSilent(a.stage(), a.watch(), a.findings())),
                client(
                        "stopped-loop",
                        "a debugger stops both programs' event loops; the programs must exit",
                        a -> ThreadAttacks.eventLoopStops(a.stage(), a.watch(), a.findings())),
                client(
                        "dead-thread",
                        "an error ends an event loop or the exporter's scrape thread; the program must exit",
                        a -> ThreadAttacks.threadsDie(a.stage(), a.watch(), a.findings())));
    }

    private static AttackClass flood(String id, String what, Rule rule, Hostility hostility) {
        return new AttackClass(id, what, rule, 1, attack -> {
            HostileProxy.Attack all = new HostileProxy.Attack(hostility, target -> !target.contains("openapi"), true);
            attack.stage().proxies().forEach(proxy -> proxy.attack(all));
            long upTo = attack.stage().hostileAnswers() + attack.answers();
            for (int i = 0; i < 5 * MAX_FLOOD_SECONDS && attack.stage().hostileAnswers() < upTo; i++) {
                TimeUnit.MILLISECONDS.sleep(200);
                if (!attack.stage().exporter().alive()) {
                    return;
                }
            }
        });
    }

    /** Attacks every response for the given paths in all hostile clusters. */
    private static AttackClass every(String id, String what, Rule rule, String paths, Hostility hostility) {
        return lasting(id, what, rule, paths, hostility, SECONDS, Stage::proxies);
    }

    /** Attacks every response for the given paths in one cluster. */
    private static AttackClass one(String id, String what, String paths, Hostility hostility) {
        return one(id, what, paths, hostility, SECONDS);
    }

    private static AttackClass one(String id, String what, String paths, Hostility hostility, int seconds) {
        return lasting(
                id,
                what,
                Rule.ANY_NUMBER,
                paths,
                hostility,
                seconds,
                stage -> List.of(stage.proxies().get(0)));
    }

    /**
     * Attacks every response for the given paths, in all hostile clusters at the same time. This attack needs the most
     * memory.
     */
    private static AttackClass allAtOnce(String id, String what, String paths, Hostility hostility) {
        return lasting(id, what, Rule.ANY_NUMBER, paths, hostility, 2 * SECONDS, Stage::proxies);
    }

    /**
     * Continues the attack for some seconds after the first attacked request. Without an attacked request, the attack
     * proves nothing.
     */
    private static AttackClass lasting(
            String id,
            String what,
            Rule rule,
            String paths,
            Hostility hostility,
            int seconds,
            Function<Stage, List<HostileProxy>> proxies) {
        return new AttackClass(id, what, rule, 0, attack -> {
            HostileProxy.Attack all =
                    new HostileProxy.Attack(hostility, target -> target.matches(".*" + paths + ".*"), false);
            proxies.apply(attack.stage()).forEach(proxy -> proxy.attack(all));
            await(attack, () -> attack.stage().hostileAnswers() > attack.hostileAnswersBefore());
            TimeUnit.SECONDS.sleep(seconds);
        });
    }

    private static void await(AttackClass.Attack attack, BooleanSupplier attacked) throws InterruptedException {
        for (int i = 0; i < 10 * MAX_FLOOD_SECONDS && !attacked.getAsBoolean(); i++) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        if (!attacked.getAsBoolean()) {
            attack.findings().defect("not reached: no request met the attack within " + MAX_FLOOD_SECONDS + " s");
        }
    }

    private static AttackClass kubernetes(String id, String what, Hostility hostility) {
        return kubernetes(id, what, Rule.UNCHANGED, hostility, KUBERNETES_SECONDS);
    }

    /** Attacks every response of the API server, both to the exporter and to the adapter. */
    private static AttackClass kubernetes(String id, String what, Rule rule, Hostility hostility, int seconds) {
        return new AttackClass(id, what, rule, 0, attack -> {
            HostileProxy.Attack all = new HostileProxy.Attack(hostility, target -> true, false);
            attack.stage().apiProxy().attack(all);
            attack.stage().adapterProxy().attack(all);
            await(attack, attack.stage().apiProxy()::hasAttacked);
            await(attack, attack.stage().adapterProxy()::hasAttacked);
            TimeUnit.SECONDS.sleep(seconds);
        });
    }

    private static void hugeReviews(AttackClass.Attack attack) throws InterruptedException {
        attack.stage()
                .adapterProxy()
                .attack(new HostileProxy.Attack(KubernetesAttacks::hugeReviews, target -> true, false));
        attack.watch().askAtOnce(400);
        await(attack, attack.stage().adapterProxy()::hasAttacked);
        TimeUnit.SECONDS.sleep(SECONDS);
    }

    private static AttackClass client(String id, String what, AttackClass.Action action) {
        return new AttackClass(id, what, Rule.UNCHANGED, 0, action);
    }

    private static void explain(AttackClass.Attack attack) throws InterruptedException {
        attack.stage().proxies().get(1).attack(new HostileProxy.Attack(UserAttacks.nodeLists(), target -> true, false));
        if (!awaitQueue(attack)) {
            attack.findings().defect("not reached: the queue is not shown after " + MAX_FLOOD_SECONDS + " s");
        }
        ClientAttacks.askAtOnce(attack.stage().apiPort(), "/api/v1/demand?explain=true", 40, 10);
    }

    /** Returns true once the exporter shows the attack's pending jobs; returns false if it never does. */
    private static boolean awaitQueue(AttackClass.Attack attack) throws InterruptedException {
        String pending = "slurm_cluster_jobs{cluster=\"" + Stage.hostile(1) + "\",state=\"pending\"}";
        boolean shown = false;
        for (int i = 0; i < 4 * MAX_FLOOD_SECONDS && !shown; i++) {
            TimeUnit.MILLISECONDS.sleep(250);
            shown = attack.watch().differences().keySet().stream().anyMatch(wrong -> wrong.startsWith(pending));
        }
        return shown;
    }
}
