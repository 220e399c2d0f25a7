package dev.sluice.lab.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Wrong but finite responses of slurmrestd, or of a proxy in front of slurmrestd. */
final class SlurmResponses {

    private static final List<String> STATUSES = List.of(
            ("204 No Content,301 Moved Permanently,302 Found,307 Temporary Redirect,308 Permanent Redirect,400 Bad Request,"
                            + "403 Forbidden,404 Not Found,429 Too Many Requests,500 Internal Server Error,502 Bad Gateway,"
                            + "503 Service Unavailable,599 Unknown")
                    .split(","));
    private static final List<String> NUMBERS =
            List.of(("number count Total Used Free cpus alloc_cpus total_time shares usage node_count real_memory"
                            + " server_thread_count")
                    .split(" "));
    private static final List<String> OTHER_TYPES =
            List.of("null", "true", "\"\"", "\"seven\"", "[]", "{}", "[[1]]", "{\"set\":5}", "2.5");
    private static final String NAMES =
            "name|user_name|account|partition|qos|comment|reason|state_reason|hostname|description";

    private static final String LISTS =
            "tres_req_str|tres_alloc_str|tres_per_node|gres|gres_used|partition|nodes|array_task_string|state_reason";
    private static final List<String> LIST_PARTS =
            List.of("gres/gpu:t#=1", "gpu:t#:1", "p#", "n[#-99999]", "#-99999999");

    private static final ObjectMapper JSON = new ObjectMapper();

    private SlurmResponses() {}

    static void truncate(Exchange exchange) throws IOException {
        byte[] body = exchange.upstreamBody();
        Random random = exchange.random();
        byte[] part = Arrays.copyOf(body, random.nextInt(Math.max(1, body.length)));
        if (random.nextBoolean()) {
            exchange.begin("200 OK", "application/json", body.length);
            exchange.out().write(part);
        } else {
            exchange.beginChunked();
            exchange.chunk(part);
        }
        if (random.nextBoolean()) {
            exchange.reset();
        }
    }

    static void misframe(Exchange exchange) throws IOException {
        byte[] body = exchange.upstreamBody();
        String text = new String(body, ISO_8859_1);
        String type = "Content-Type: application/json\r\n";
        switch (exchange.random().nextInt(9)) {
            case 0 ->
                exchange.write("HTTP/1.1 200 OK\r\n" + type + "Content-Length: " + body.length / 2 + "\r\n\r\n" + text);
            case 1 -> exchange.write("HTTP/1.1 200 OK\r\n" + type + "Content-Length: -5\r\n\r\n" + text);
            case 2 ->
                exchange.write("HTTP/1.1 200 OK\r\n" + type + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n" + text);
            case 3 -> exchange.write("HTTP/1.1 200 OK\r\n" + type + "Transfer-Encoding: chunked\r\n\r\nzz\r\n" + text);
            case 4 -> exchange.write("SSH-2.0-OpenSSH_9.6\r\n");
            case 5 ->
                exchange.write(
                        "HTTP/1.1 200 OK\r\nno colon here\r\n" + type + "\r\n" + text.substring(0, text.length() / 2));
            case 6 -> exchange.write("HTTP/9.9 2000 Fine\r\n\r\n" + text);
            case 7 -> exchange.write("HTTP/1.1 200 OK\r\nX: " + "y".repeat(100_000) + "\r\n\r\n" + text);
            default -> exchange.write("\u0000".repeat(4096));
        }
    }

    static void otherStatus(Exchange exchange) throws IOException {
        String status = STATUSES.get(exchange.random().nextInt(STATUSES.size()));
        exchange.write(
                "HTTP/1.1 " + status + "\r\nLocation: http://127.0.0.1:9/elsewhere\r\nContent-Type: text/plain\r\n"
                        + (status.startsWith("204") ? "\r\n" : "Content-Length: 4\r\n\r\nno\r\n"));
    }

    static void otherContent(Exchange exchange) throws IOException {
        List<String> pages = List.of(
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
        exchange.answer(
                "200 OK",
                exchange.random().nextBoolean() ? "text/html" : "application/json",
                pages.get(exchange.random().nextInt(pages.size())).getBytes(ISO_8859_1));
    }

    static void otherTypes(Exchange exchange) throws IOException {
        exchange.json(SpoiledText.members(exchange.upstreamBody(), exchange.random(), OTHER_TYPES));
    }

    static void absurdNumbers(Exchange exchange) throws IOException {
        byte[] body = exchange.upstreamBody();
        Random random = exchange.random();
        for (int n = 3; n > 0; n--) {
            String name = NUMBERS.get(random.nextInt(NUMBERS.size()));
            body = SpoiledText.member(body, random, name, SpoiledText.absurdNumber(random));
        }
        exchange.json(body);
    }

    static void hostileNames(Exchange exchange) throws IOException {
        Random random = exchange.random();
        exchange.json(SpoiledText.intoText(exchange.upstreamBody(), random, NAMES, SpoiledText.hostileName(random)));
    }

    /** Lists in one text, as of GPU types, which no cluster has. */
    static void longLists(Exchange exchange) throws IOException {
        Random random = exchange.random();
        String part = LIST_PARTS.get(random.nextInt(LIST_PARTS.size()));
        String list = IntStream.range(0, 20_000)
                .mapToObj(i -> part.replace("#", Integer.toString(i)))
                .collect(Collectors.joining(","));
        exchange.json(SpoiledText.intoText(exchange.upstreamBody(), random, LISTS, list));
    }

    /** The first job has 20,000 GPU types. */
    static void gpuTypes(Exchange exchange) throws IOException {
        JsonNode answer = JSON.readTree(exchange.upstreamBody());
        String types = IntStream.range(0, 20_000)
                .mapToObj(i -> "gres/gpu:t" + i + "=1")
                .collect(Collectors.joining(","));
        for (JsonNode job : answer.withArray("jobs")) {
            ((ObjectNode) job).put("tres_req_str", types).put("tres_alloc_str", types);
            break;
        }
        exchange.json(JSON.writeValueAsBytes(answer));
    }

    /** Jobs with 30,000 names of partitions, and no list of partitions. */
    static void partitionNames(Exchange exchange) throws IOException {
        if (exchange.path().contains("/partitions")) {
            exchange.answer("503 Service Unavailable", "text/plain", new byte[0]);
        } else if (exchange.path().contains("/jobs")) {
            JsonNode answer = JSON.readTree(exchange.upstreamBody());
            int next = 0;
            for (JsonNode job : answer.withArray("jobs")) {
                String names = IntStream.range(next, next + 3000)
                        .mapToObj(i -> "p" + i)
                        .collect(Collectors.joining(","));
                ((ObjectNode) job).put("partition", names);
                next += 3000;
            }
            exchange.json(JSON.writeValueAsBytes(answer));
        } else {
            exchange.json(exchange.upstreamBody());
        }
    }

    static void deepNesting(Exchange exchange) throws IOException {
        Random random = exchange.random();
        exchange.json(SpoiledText.members(exchange.upstreamBody(), random, List.of(SpoiledText.nested(random))));
    }

    static void echoToken(Exchange exchange) throws IOException {
        String token = exchange.token();
        String json = "{\"errors\":[{\"description\":\"bad token " + token + "\",\"error\":\"\\u001b[31m" + token
                + "\\r\\n\",\"error_number\":1007,\"source\":\"" + token + "\"}],\"warnings\":[]}";
        switch (exchange.random().nextInt(4)) {
            case 0 -> exchange.answer("401 Unauthorized", "text/plain", ("who is " + token).getBytes(UTF_8));
            case 1 -> exchange.answer("500 Internal Server Error", "application/json", json.getBytes(UTF_8));
            case 2 -> exchange.json(json.getBytes(UTF_8));
            default -> exchange.answer("200 OK", "text/html", ("<b>" + token + "</b>").getBytes(UTF_8));
        }
    }

    static void twice(Exchange exchange) throws IOException {
        JsonNode answer = JSON.readTree(exchange.upstreamBody());
        ArrayNode records = answer.withArray(exchange.path().contains("/jobs") ? "jobs" : "nodes");
        if (!records.isEmpty()) {
            records.insert(0, records.get(0));
        }
        exchange.json(JSON.writeValueAsBytes(answer));
    }

    static void withoutState(Exchange exchange) throws IOException {
        byte[] body = exchange.upstreamBody();
        String member = exchange.path().contains("/jobs") ? "job_state" : "state";
        String value =
                List.of("", "null", "[]", "7", "{}").get(exchange.random().nextInt(5));
        exchange.json(SpoiledText.member(body, exchange.random(), member, value));
    }
}
