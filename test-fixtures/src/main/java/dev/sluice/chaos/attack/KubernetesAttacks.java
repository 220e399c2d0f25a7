package dev.sluice.chaos.attack;

import static dev.sluice.simulator.kubernetes.api.Trees.member;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.chaos.stage.HostileExchange;
import dev.sluice.chaos.stage.Hostility;
import dev.sluice.simulator.kubernetes.api.Json;
import dev.sluice.simulator.kubernetes.api.Trees;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Hostile responses of an API server, or of a proxy in front of the API server. */
final class KubernetesAttacks {

    /**
     * Values of wrong types for members of objects and reviews. The value {@code true} is not in the list, because it
     * would grant access.
     */
    private static final List<String> OTHER_TYPES =
            List.of("null", "false", "\"\"", "\"seven\"", "7", "[]", "{}", "[[1]]", "{\"a\":5}", "2.5");

    private static final List<String> NUMBERS = List.of(
            "replicas",
            "readyReplicas",
            "currentReplicas",
            "desiredReplicas",
            "minReplicas",
            "maxReplicas",
            "generation",
            "observedGeneration",
            "cpu",
            "memory",
            "nvidia.com/gpu",
            "pods",
            "averageValue");

    private static final String NAMES =
            "name|namespace|nodeName|uid|username|user|reason|message|phase|status|type|kind"
                    + "|resourceVersion|creationTimestamp|apiVersion|[a-z.-]+/[a-z-]+";

    private static final int SPOILT_MEMBERS = 8;
    private static final int PADDING = 3 << 20;

    private KubernetesAttacks() {}

    /** Corrupts JSON text. */
    private interface Spoiler {
        byte[] spoil(byte[] body, Random random);
    }

    /**
     * Corrupts every response. Watches send the listed objects as modified objects, with a different corruption each
     * time. Lists get an old resourceVersion, so that clients must list again after the attack and do not keep
     * corrupted objects.
     *
     * @param most maximum number of corruptions of a list
     */
    private static Hostility spoilt(int most, Spoiler spoiler) {
        return exchange -> {
            if (!isWatch(exchange)) {
                exchange.json(many(most, spoiler, forgotten(exchange.upstreamBody()), exchange.random()));
                return;
            }
            List<Map<String, Object>> items = Trees.objects(Json.parse(list(exchange)), "items");
            exchange.beginChunked();
            while (exchange.goesOn()) {
                for (Map<String, Object> item : items) {
                    byte[] event = Json.bytes(
                            Trees.object(member("type", "MODIFIED"), member("object", item)), UnaryOperator.identity());
                    exchange.chunk(spoiler.spoil(event, exchange.random()));
                    exchange.chunk("\n".getBytes(UTF_8));
                }
                TimeUnit.MILLISECONDS.sleep(250);
            }
        };
    }

    private static byte[] forgotten(byte[] body) throws IOException {
        Map<String, Object> answer = Json.parse(body);
        if (!answer.containsKey("items")) {
            return body;
        }
        Map<String, Object> metadata = Trees.with(Trees.at(answer, "metadata"), "resourceVersion", "1");
        return Json.bytes(Trees.with(answer, "metadata", metadata), UnaryOperator.identity());
    }

    private static byte[] many(int most, Spoiler spoiler, byte[] body, Random random) {
        byte[] spoilt = body;
        for (int n = 1 + random.nextInt(most); n > 0; n--) {
            spoilt = spoiler.spoil(spoilt, random);
        }
        return spoilt;
    }

    /** Returns the list on which the watch is based. */
    private static byte[] list(HostileExchange exchange) throws IOException {
        return exchange.upstreamBodyOf(
                exchange.target().replaceAll("(watch|resourceVersion|timeoutSeconds|allowWatchBookmarks)=[^&]*&?", ""));
    }

    static Hostility otherTypes() {
        return spoilt(SPOILT_MEMBERS, (body, random) -> SpoiltText.members(body, random, OTHER_TYPES));
    }

    static Hostility absurdNumbers() {
        return spoilt(SPOILT_MEMBERS, (body, random) -> {
            String number = SlurmAttacks.ABSURD_NUMBERS.get(random.nextInt(SlurmAttacks.ABSURD_NUMBERS.size()));
            String name = NUMBERS.get(random.nextInt(NUMBERS.size()));
            return SpoiltText.member(body, random, name, random.nextBoolean() ? number : "\"" + number + "\"");
        });
    }

    static Hostility hostileNames() {
        return spoilt(
                SPOILT_MEMBERS,
                (body, random) -> SpoiltText.intoText(
                        body,
                        random,
                        NAMES,
                        random.nextInt(40) == 0
                                ? "x".repeat(1 << 20)
                                : SlurmAttacks.HOSTILE_TEXTS.get(random.nextInt(SlurmAttacks.HOSTILE_TEXTS.size()))));
    }

    static Hostility deepNesting() {
        return spoilt(1, (body, random) -> SpoiltText.members(body, random, List.of(SlurmAttacks.nested(random))));
    }

    /** Stops in the middle of a list, a review, or a watch event. */
    static void truncate(HostileExchange exchange) throws IOException {
        if (isWatch(exchange)) {
            exchange.beginChunked();
            exchange.chunk("{\"type\":\"MODIFIED\",\"object\":{\"metadata\":{\"name\":".getBytes(UTF_8));
            if (exchange.random().nextBoolean()) {
                exchange.reset();
            }
        } else {
            SlurmAttacks.truncate(exchange);
        }
    }

    /**
     * Sends reviews with the correct result. Each review also contains 3 MB of groups or a reason of 3 MB. Some of
     * these reviews never end.
     */
    static void hugeReviews(HostileExchange exchange) throws IOException, InterruptedException {
        if (isWatch(exchange)) {
            exchange.beginChunked();
            exchange.write("0\r\n\r\n");
            return;
        }
        if (exchange.random().nextBoolean()) {
            EndlessAttacks.endless(
                            "{\"kind\":\"TokenReview\",\"status\":{\"user\":{\"groups\":[\"a\"",
                            n -> ",\"group " + n + "\"")
                    .answer(exchange);
            return;
        }
        Map<String, Object> answer = Json.parse(exchange.upstreamBody());
        Map<String, Object> status = Trees.at(answer, "status");
        if (status.containsKey("user")) {
            List<String> groups = Collections.nCopies(PADDING / 16, "system:masters-");
            Map<String, Object> user = Trees.with(Trees.at(status, "user"), "groups", groups);
            answer = Trees.with(answer, "status", Trees.with(status, "user", user));
        } else if (status.containsKey("allowed")) {
            answer = Trees.with(answer, "status", Trees.with(status, "reason", "r".repeat(PADDING)));
        }
        exchange.json(Json.bytes(answer, UnaryOperator.identity()));
    }

    /** Returns an attack that responds to lists and watches with a Status of this code. */
    static Hostility status(int code, String reason) {
        return exchange -> exchange.answer(code + " " + reason, "application/json", status(code, reason, "chaos"));
    }

    private static byte[] status(int code, String reason, String message) {
        return ("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\""
                        + message + "\",\"reason\":\"" + reason + "\",\"code\":" + code + "}")
                .getBytes(UTF_8);
    }

    static boolean isWatch(HostileExchange exchange) {
        return exchange.target().contains("watch=");
    }

    /** Sends correct lists. Each watch reports immediately that the requested version is too old. */
    static void goneEvents(HostileExchange exchange) throws IOException {
        if (isWatch(exchange)) {
            exchange.beginChunked();
            exchange.chunk(("{\"type\":\"ERROR\",\"object\":"
                            + new String(status(410, "Expired", "too old resource version"), UTF_8) + "}\n")
                    .getBytes(UTF_8));
            exchange.write("0\r\n\r\n");
        } else {
            exchange.json(exchange.upstreamBody());
        }
    }

    static void endlessList(HostileExchange exchange) throws IOException, InterruptedException {
        EndlessAttacks.endless(
                        "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[{}",
                        n -> ",{\"metadata\":{\"name\":\"p" + n + "\",\"namespace\":\"slurm\",\"uid\":\"" + n
                                + "\"},\"spec\":{\"nodeName\":\"n" + n + "\"},\"status\":{\"phase\":\"Running\"}}")
                .answer(exchange);
    }

    /** Sends an empty page with a continue token to every request. */
    static void endlessPages(HostileExchange exchange) throws IOException {
        exchange.json(
                ("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"5\",\"continue\":\"again\"},"
                                + "\"items\":[]}")
                        .getBytes(UTF_8));
    }

    static void endlessWatch(HostileExchange exchange) throws IOException, InterruptedException {
        if (isWatch(exchange)) {
            EndlessAttacks.endless(
                            "",
                            n -> "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"p" + n
                                    + "\",\"namespace\":\"slurm\",\"uid\":\"" + n + "\",\"resourceVersion\":\""
                                    + (10_000 + n)
                                    + "\"},\"spec\":{},\"status\":{}}}\n")
                    .answer(exchange);
        } else {
            exchange.json(exchange.upstreamBody());
        }
    }

    static void nameless(HostileExchange exchange) throws IOException, InterruptedException {
        if (isWatch(exchange)) {
            exchange.beginChunked();
            while (exchange.goesOn()) {
                exchange.chunk(
                        "{\"type\":\"MODIFIED\",\"object\":{\"metadata\":null}}\n{\"type\":7}\n".getBytes(UTF_8));
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } else {
            exchange.json(
                    "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[{},{\"metadata\":{}},{\"metadata\":{\"name\":null}},null]}"
                            .getBytes(UTF_8));
        }
    }

    static void hugeName(HostileExchange exchange) throws IOException {
        String beginning = "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[{\"metadata\":{\"name\":\"";
        EndlessAttacks.huge(exchange, beginning, "n", "\"}}]}");
        exchange.write("0\r\n\r\n");
    }
}
