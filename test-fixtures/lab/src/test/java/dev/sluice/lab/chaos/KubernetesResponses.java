package dev.sluice.lab.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.lab.chaos.Attack.Response;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/** Hostile responses of an API server, or of a proxy in front of the API server. */
final class KubernetesResponses {

    static final Response ENDLESS_LIST = EndlessResponses.endless(
            "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[{}",
            n -> ",{\"metadata\":{\"name\":\"p" + n + "\",\"namespace\":\"slurm\",\"uid\":\"" + n
                    + "\"},\"spec\":{\"nodeName\":\"n" + n + "\"},\"status\":{\"phase\":\"Running\"}}");

    static final Response HUGE_NAME = EndlessResponses.huge(
            "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[{\"metadata\":{\"name\":\"", "n");

    /**
     * Values of wrong types for members of objects and reviews. The value {@code true} is not in the list, because it
     * would grant access.
     */
    private static final List<String> OTHER_TYPES =
            List.of("null", "false", "\"\"", "\"seven\"", "7", "[]", "{}", "[[1]]", "{\"a\":5}", "2.5");

    private static final List<String> NUMBERS =
            List.of(("replicas readyReplicas currentReplicas desiredReplicas minReplicas maxReplicas generation"
                            + " observedGeneration cpu memory nvidia.com/gpu pods averageValue")
                    .split(" "));
    private static final String NAMES =
            "name|namespace|nodeName|uid|username|user|reason|message|phase|status|type|kind"
                    + "|resourceVersion|creationTimestamp|apiVersion|[a-z.-]+/[a-z-]+";
    private static final int SPOILED_MEMBERS = 8;
    private static final int PADDING = 3 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private KubernetesResponses() {}

    /**
     * Corrupts every response. Watches send the listed objects as modified objects, with a different corruption each
     * time. Lists get an old resourceVersion, so that clients must list again after the attack and do not keep
     * corrupted objects.
     *
     * @param most maximum number of corruptions of a list
     */
    private static Response spoiled(int most, BiFunction<byte[], Random, byte[]> spoiler) {
        return exchange -> {
            Random random = exchange.random();
            if (!isWatch(exchange)) {
                JsonNode list = JSON.readTree(exchange.upstreamBody());
                if (list.has("items")) {
                    list.withObject("/metadata").put("resourceVersion", "1");
                }
                byte[] body = JSON.writeValueAsBytes(list);
                for (int n = 1 + random.nextInt(most); n > 0; n--) {
                    body = spoiler.apply(body, random);
                }
                exchange.json(body);
                return;
            }
            // The list on which the watch is based.
            JsonNode list = JSON.readTree(exchange.upstreamBodyOf(exchange.target()
                    .replaceAll("(watch|resourceVersion|timeoutSeconds|allowWatchBookmarks)=[^&]*&?", "")));
            exchange.beginChunked();
            while (exchange.goesOn()) {
                for (JsonNode item : list.path("items")) {
                    ObjectNode event = JSON.createObjectNode().put("type", "MODIFIED");
                    event.set("object", item);
                    exchange.chunk(spoiler.apply(JSON.writeValueAsBytes(event), random));
                    exchange.chunk("\n");
                }
                TimeUnit.MILLISECONDS.sleep(250);
            }
        };
    }

    static Response otherTypes() {
        return spoiled(SPOILED_MEMBERS, (body, random) -> SpoiledText.members(body, random, OTHER_TYPES));
    }

    static Response absurdNumbers() {
        return spoiled(SPOILED_MEMBERS, (body, random) -> {
            String number = SpoiledText.absurdNumber(random);
            String name = NUMBERS.get(random.nextInt(NUMBERS.size()));
            return SpoiledText.member(body, random, name, random.nextBoolean() ? number : "\"" + number + "\"");
        });
    }

    static Response hostileNames() {
        return spoiled(
                SPOILED_MEMBERS,
                (body, random) -> SpoiledText.intoText(body, random, NAMES, SpoiledText.hostileName(random)));
    }

    static Response deepNesting() {
        return spoiled(1, (body, random) -> SpoiledText.members(body, random, List.of(SpoiledText.nested(random))));
    }

    /** Stops in the middle of a list, a review, or a watch event. */
    static void truncate(Exchange exchange) throws IOException {
        if (!isWatch(exchange)) {
            SlurmResponses.truncate(exchange);
            return;
        }
        exchange.beginChunked();
        exchange.chunk("{\"type\":\"MODIFIED\",\"object\":{\"metadata\":{\"name\":");
        if (exchange.random().nextBoolean()) {
            exchange.reset();
        }
    }

    /**
     * Sends reviews with the correct result. Each review also contains 3 MB of groups or a reason of 3 MB. Some of
     * these reviews never end.
     */
    static void hugeReviews(Exchange exchange) throws IOException, InterruptedException {
        if (isWatch(exchange)) {
            exchange.beginChunked();
            exchange.endChunked();
            return;
        }
        if (exchange.random().nextBoolean()) {
            EndlessResponses.endless(
                            "{\"kind\":\"TokenReview\",\"status\":{\"user\":{\"groups\":[\"a\"",
                            n -> ",\"group " + n + "\"")
                    .answer(exchange);
            return;
        }
        JsonNode review = JSON.readTree(exchange.upstreamBody());
        if (review.path("status").path("user") instanceof ObjectNode user) {
            for (int n = PADDING / 16; n > 0; n--) {
                user.withArray("groups").add("system:masters-");
            }
        } else if (review.path("status").has("allowed")) {
            review.withObject("/status").put("reason", "r".repeat(PADDING));
        }
        exchange.json(JSON.writeValueAsBytes(review));
    }

    /** Responds to lists, watches and reviews with a Status of this code. */
    static Response status(int code, String reason) {
        return exchange -> exchange.answer(
                code + " " + reason,
                "application/json",
                statusObject(code, reason).getBytes(UTF_8));
    }

    private static String statusObject(int code, String reason) {
        return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"chaos\","
                + "\"reason\":\"" + reason + "\",\"code\":" + code + "}";
    }

    private static boolean isWatch(Exchange exchange) {
        return exchange.target().contains("watch=");
    }

    /** Sends correct lists. Each watch reports immediately that the requested version is too old. */
    static void goneEvents(Exchange exchange) throws IOException {
        if (isWatch(exchange)) {
            exchange.beginChunked();
            exchange.chunk("{\"type\":\"ERROR\",\"object\":" + statusObject(410, "Expired") + "}\n");
            exchange.endChunked();
        } else {
            exchange.json(exchange.upstreamBody());
        }
    }

    /** Sends an empty page with a continue token to every request. */
    static void endlessPages(Exchange exchange) throws IOException {
        exchange.json(
                ("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"5\",\"continue\":\"again\"},"
                                + "\"items\":[]}")
                        .getBytes(UTF_8));
    }

    static void endlessWatch(Exchange exchange) throws IOException, InterruptedException {
        if (isWatch(exchange)) {
            EndlessResponses.endless(
                            "",
                            n -> "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"p" + n
                                    + "\",\"namespace\":\"slurm\",\"uid\":\"" + n + "\",\"resourceVersion\":\""
                                    + (10_000 + n) + "\"},\"spec\":{},\"status\":{}}}\n")
                    .answer(exchange);
        } else {
            exchange.json(exchange.upstreamBody());
        }
    }

    static void nameless(Exchange exchange) throws IOException, InterruptedException {
        if (!isWatch(exchange)) {
            exchange.json(("{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":"
                            + "[{},{\"metadata\":{}},{\"metadata\":{\"name\":null}},null]}")
                    .getBytes(UTF_8));
            return;
        }
        exchange.beginChunked();
        while (exchange.goesOn()) {
            exchange.chunk("{\"type\":\"MODIFIED\",\"object\":{\"metadata\":null}}\n{\"type\":7}\n");
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
