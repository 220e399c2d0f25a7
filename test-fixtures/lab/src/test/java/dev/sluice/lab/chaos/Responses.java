package dev.sluice.lab.chaos;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.lab.chaos.Attack.Response;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/** The wrong responses of slurmrestd, of the API server, and of proxies in front of these servers. */
final class Responses {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NODES = 10_000;

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    /** Responses with the server's body in place of the sign @. */
    private static final List<String> MISFRAMED = List.of(
            OK + "Content-Length: 100\r\n\r\n@",
            OK + "Content-Length: -5\r\n\r\n@",
            OK + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n@",
            OK + "Transfer-Encoding: chunked\r\n\r\nzz\r\n@",
            "SSH-2.0-OpenSSH_9.6\r\n",
            OK + "no colon here\r\n\r\n@",
            "HTTP/9.9 2000 Fine\r\n\r\n@",
            OK + "X: " + "y".repeat(100_000) + "\r\n\r\n@",
            "\u0000".repeat(4096));

    private static final List<String> STATUSES =
            List.of(("204 No Content,301 Moved Permanently,302 Found,307 Temporary Redirect,308 Permanent Redirect,"
                            + "400 Bad Request,403 Forbidden,404 Not Found,429 Too Many Requests,"
                            + "500 Internal Server Error,502 Bad Gateway,503 Service Unavailable,599 Unknown")
                    .split(",", -1));
    private static final List<String> CONTENTS = List.of(
            "<html><body>Please sign in</body></html>",
            "",
            "OK",
            "[]",
            "null",
            "42",
            "\u001f\u008b\b",
            "{}",
            "{\"jobs\":null,\"nodes\":null}",
            "{\"errors\":[]}");

    private Responses() {}

    static <T> T any(Random random, List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** Stops in the middle of a body or of a watch event. */
    static void truncate(Exchange exchange) throws IOException {
        if (exchange.isWatch()) {
            exchange.beginChunked();
            exchange.chunk("{\"type\":\"MODIFIED\",\"object\":{\"metadata\":{\"name\":");
        } else {
            String body = exchange.upstream();
            String part = body.substring(0, exchange.random().nextInt(Math.max(1, body.length())));
            if (exchange.random().nextBoolean()) {
                exchange.begin("200 OK", "application/json", body.length());
                exchange.write(part);
            } else {
                exchange.beginChunked();
                exchange.chunk(part);
            }
        }
        if (exchange.random().nextBoolean()) {
            exchange.reset();
        }
    }

    static void misframe(Exchange exchange) throws IOException {
        exchange.write(any(exchange.random(), MISFRAMED).replace("@", exchange.upstream()));
    }

    static void otherStatus(Exchange exchange) throws IOException {
        String status = any(exchange.random(), STATUSES);
        String end = status.startsWith("204") ? "\r\n" : "Content-Length: 4\r\n\r\nno\r\n";
        exchange.write("HTTP/1.1 " + status + "\r\nLocation: http://127.0.0.1:9/elsewhere\r\n" + end);
    }

    static void otherContent(Exchange exchange) throws IOException {
        exchange.answer(
                "200 OK",
                any(exchange.random(), List.of("text/html", "application/json")),
                any(exchange.random(), CONTENTS));
    }

    static void echoToken(Exchange exchange) throws IOException {
        String token = exchange.token();
        String json = "{\"errors\":[{\"description\":\"bad token " + token + "\",\"error\":\"\\u001b[31m" + token
                + "\\r\\n\",\"error_number\":1007,\"source\":\"" + token + "\"}],\"warnings\":[]}";
        switch (exchange.random().nextInt(4)) {
            case 0 -> exchange.answer("401 Unauthorized", "text/plain", "who is " + token);
            case 1 -> exchange.answer("500 Internal Server Error", "application/json", json);
            case 2 -> exchange.json(json);
            default -> exchange.answer("200 OK", "text/html", "<b>" + token + "</b>");
        }
    }

    /**
     * Spoils every response, up to {@code most} times. Watches send the listed objects as modified objects, with another
     * damage each time. Lists get an old resourceVersion, so that clients must list again after the attack and do not
     * keep damaged objects.
     */
    static Response spoiled(int most, Spoiler spoiler) {
        return exchange -> {
            Random random = exchange.random();
            Spoiler often = (text, unused) -> {
                String spoiled = text;
                for (int n = 1 + random.nextInt(most); n > 0; n--) {
                    spoiled = spoiler.spoil(spoiled, random);
                }
                return spoiled;
            };
            if (!exchange.isWatch()) {
                String body = exchange.upstream();
                exchange.json(
                        often.spoil(body.replaceFirst("(List\".{0,200}\"resourceVersion\":\")[0-9]+", "$11"), random));
                return;
            }
            // The list on which the watch is based.
            String list = exchange.upstream(exchange.target()
                    .replaceAll("(watch|resourceVersion|timeoutSeconds|allowWatchBookmarks)=[^&]*&?", ""));
            exchange.beginChunked();
            while (exchange.goesOn()) {
                for (JsonNode item : JSON.readTree(list).path("items")) {
                    exchange.chunk(often.spoil("{\"type\":\"MODIFIED\",\"object\":" + item + "}", random) + "\n");
                }
                TimeUnit.MILLISECONDS.sleep(250);
            }
        };
    }

    interface Spoiler {
        String spoil(String text, Random random);
    }

    /** Sends a job list or node list after a change of its records. Responses for other paths stay unchanged. */
    static Response changed(Consumer<ArrayNode> change) {
        return exchange -> {
            JsonNode answer = JSON.readTree(exchange.upstream());
            for (String list : List.of("jobs", "nodes")) {
                if (answer.path(list) instanceof ArrayNode records && !records.isEmpty()) {
                    change.accept(records);
                }
            }
            exchange.json(answer.toString());
        };
    }

    /** Gives jobs 3,000 names of partitions each, and refuses the list of partitions. */
    static void partitionNames(Exchange exchange) throws IOException, InterruptedException {
        if (exchange.asksFor("partitions")) {
            exchange.answer("503 Service Unavailable", "text/plain", "");
            return;
        }
        Response many = changed(records -> {
            for (int i = 0; i < records.size() && records.get(i).has("partition"); i++) {
                ((ObjectNode) records.get(i)).put("partition", list(3000 * i, 3000 * i + 3000, n -> "p" + n));
            }
        });
        many.answer(exchange);
    }

    static String list(int from, int to, IntFunction<String> part) {
        return IntStream.range(from, to).mapToObj(part).collect(joining(","));
    }

    /** Sends the beginning of a response, then elements with increasing numbers, without an end. */
    static Response endless(String beginning, LongFunction<String> element) {
        return exchange -> {
            exchange.beginChunked();
            exchange.chunk(beginning);
            for (long n = 0; exchange.goesOn(); ) {
                StringBuilder part = new StringBuilder();
                while (part.length() < 60_000) {
                    part.append(element.apply(n++));
                }
                exchange.chunk(part.toString());
            }
        };
    }

    /** Sends the beginning of a response, then 60 MB of one letter, then the end. */
    static Response huge(String beginning, String letter) {
        return exchange -> {
            exchange.beginChunked();
            exchange.chunk(beginning);
            for (int n = 0; n < 1000 && exchange.goesOn(); n++) {
                exchange.chunk(letter.repeat(60_000));
            }
            exchange.chunk("\"}]}");
            exchange.endChunked();
        };
    }

    /** Sends the list that the path names, such as {@code jobs}, with an endless record or with long texts. */
    static void endlessRecord(Exchange exchange) throws IOException, InterruptedException {
        String list = exchange.target().replaceFirst("/?(\\?.*)?$", "").replaceFirst(".*/", "");
        String text = "x".repeat(1_000_000);
        Response response = exchange.random().nextBoolean()
                ? endless("{\"" + list + "\":[{\"name\":\"x\"", n -> ",\"member" + n % 1000 + "\":{\"set\":true}")
                : endless("{\"" + list + "\":[{}", n -> ",{\"name\":\"" + n + (n % 2 == 0 ? text : "") + "\"}");
        response.answer(exchange);
    }

    /** The exporter reads the versions again if slurmrestd reports that Slurm's paths do not exist. */
    static void endlessVersions(Exchange exchange) throws IOException, InterruptedException {
        if (exchange.target().contains("openapi")) {
            endless(
                            "{\"openapi\":\"3.0.3\",\"paths\":{\"/slurm/v0.0.40/jobs/\":{}",
                            n -> ",\"/slurm/v0.0." + (100 + n) + "/jobs/\":{\"get\":{}}")
                    .answer(exchange);
        } else {
            exchange.answer("404 Not Found", "text/plain", "Unable to find requested URL");
        }
    }

    /** Sends a beginning, then the same text repeatedly. */
    static Response repeated(String beginning, String text, int pauseMillis) {
        return exchange -> {
            exchange.write(beginning);
            while (exchange.goesOn()) {
                exchange.write(text);
                TimeUnit.MILLISECONDS.sleep(pauseMillis);
            }
        };
    }

    static void stall(Exchange exchange) throws InterruptedException, IOException {
        String beginning = exchange.random().nextBoolean() ? OK + "Content-Length: 100000\r\n\r\n{" : "";
        repeated(beginning, "", 100).answer(exchange);
    }

    /** Sends a complete response, some bytes after each pause. */
    static Response slowly(int bytes, long pauseMillis) {
        return exchange -> {
            String body = exchange.upstream();
            exchange.begin("200 OK", "application/json", body.length());
            for (int from = 0; from < body.length() && exchange.goesOn(); from += bytes) {
                exchange.write(body.substring(from, Math.min(from + bytes, body.length())));
                TimeUnit.MILLISECONDS.sleep(pauseMillis);
            }
        };
    }

    /** Replaces the nodes and jobs in responses with those of a cluster of 10,000 nodes. */
    static Response largeQueue(int jobs, IntFunction<String> members) {
        String nodes = list(0, NODES, n -> """
                {"name":"n@","hostname":"n@","state":["IDLE"],"cpus":16,"alloc_cpus":0,"real_memory":64000,
                "partitions":["cloud"],"features":["cloud"],"active_features":["cloud"],"gres":"","reason":""}
                """.replace("@", digits(n)));
        String queue = list(0, jobs, i -> """
                {"job_id":1@,"job_state":["PENDING"],"state_reason":"Resources","name":"j","user_name":"mallory",
                "account":"a","qos":"normal","partition":"cloud","node_count":{"set":true,"number":1},
                "cpus":{"set":true,"number":4},"tasks":{"set":true,"number":1},"hold":false,"features":"",
                "cpus_per_task":{"set":true,"number":4},"priority":{"set":true,"number":1000},
                "submit_time":{"set":true,"number":1700000000},"eligible_time":{"set":true,"number":1700000000},
                """.replace("@", digits(i)) + members.apply(i) + "}");
        String end = "],\"last_update\":{\"set\":true,\"number\":1700000000},\"errors\":[],\"warnings\":[]}";
        return exchange -> exchange.json(
                exchange.asksFor("nodes")
                        ? "{\"nodes\":[" + nodes + end
                        : exchange.asksFor("jobs") ? "{\"jobs\":[" + queue + end : exchange.upstream());
    }

    /** Each job excludes about half of the nodes. */
    static Response excludeLists() {
        Random random = new Random(1);
        return largeQueue(
                400,
                i -> IntStream.range(0, NODES)
                        .filter(n -> random.nextBoolean())
                        .mapToObj(Responses::digits)
                        .collect(joining(",", "\"excluded_nodes\":\"n[", "]\"")));
    }

    /** Returns the five digits of a node's name. Formatting two million numbers with a pattern takes ten seconds. */
    static String digits(int node) {
        return Integer.toString(100_000 + node).substring(1);
    }

    /** Responds to lists, watches and ConfigMaps with a Status of this code. */
    static Response status(int code, String reason) {
        return exchange -> exchange.answer(code + " " + reason, "application/json", statusObject(code, reason));
    }

    private static String statusObject(int code, String reason) {
        return """
                {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"chaos","reason":"%s",
                "code":%d}""".formatted(reason, code).replace("\n", "");
    }

    /** Sends correct lists, and watches of this kind. */
    static Response watches(Response watch) {
        return exchange -> {
            if (exchange.isWatch()) {
                watch.answer(exchange);
            } else {
                exchange.json(exchange.upstream());
            }
        };
    }

    /** Each watch reports immediately that the requested version is too old. */
    static void gone(Exchange exchange) throws IOException {
        exchange.beginChunked();
        exchange.chunk("{\"type\":\"ERROR\",\"object\":" + statusObject(410, "Expired") + "}\n");
        exchange.endChunked();
    }

    static void nameless(Exchange exchange) throws IOException, InterruptedException {
        if (exchange.isWatch()) {
            exchange.beginChunked();
            while (exchange.goesOn()) {
                exchange.chunk("{\"type\":\"MODIFIED\",\"object\":{\"metadata\":null}}\n{\"type\":7}\n");
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } else {
            exchange.json("{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":"
                    + "[{},{\"metadata\":{}},{\"metadata\":{\"name\":null}},null]}");
        }
    }
}
