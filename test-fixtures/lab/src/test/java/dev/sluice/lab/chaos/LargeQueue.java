package dev.sluice.lab.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.lab.chaos.Attack.Response;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Attacks by users who have the permission to submit jobs, in the queue of a large cluster. */
final class LargeQueue {

    private static final int NODES = 10_000;

    static final Response EXCLUDES = excludeLists();
    static final Response NODE_LISTS =
            queue(10_000, i -> "\"required_nodes\":\"n" + digits(i % NODES) + "\",\"excluded_nodes\":\"\"");

    private LargeQueue() {}

    /** Replaces the nodes and jobs in responses with the nodes and jobs of a cluster of 10,000 nodes. */
    private static Response queue(int jobs, IntFunction<String> members) {
        byte[] nodes = nodes().getBytes(UTF_8);
        byte[] queue = IntStream.range(0, jobs)
                .mapToObj(i -> job(i, members.apply(i)))
                .collect(Collectors.joining(",", "{\"jobs\":[", "],\"errors\":[],\"warnings\":[]}"))
                .getBytes(UTF_8);
        return exchange -> {
            if (exchange.path().contains("/nodes")) {
                exchange.json(nodes);
            } else if (exchange.path().contains("/jobs")) {
                exchange.json(queue);
            } else {
                exchange.json(exchange.upstreamBody());
            }
        };
    }

    private static Response excludeLists() {
        Random random = new Random(1);
        return queue(
                400,
                i -> "\"required_nodes\":\"\",\"excluded_nodes\":\""
                        + IntStream.range(0, NODES)
                                .filter(n -> random.nextBoolean())
                                .mapToObj(LargeQueue::digits)
                                .collect(Collectors.joining(",", "n[", "]"))
                        + "\"");
    }

    /** Returns the five digits of a node's name. Formatting two million numbers with a pattern takes ten seconds. */
    private static String digits(int node) {
        return Integer.toString(100_000 + node).substring(1);
    }

    private static String number(long value) {
        return "{\"set\":true,\"infinite\":false,\"number\":" + value + "}";
    }

    private static String job(int i, String members) {
        return "{\"job_id\":" + (1000 + i)
                + ",\"job_state\":[\"PENDING\"],\"state_reason\":\"Resources\",\"name\":\"j\","
                + "\"user_name\":\"mallory\",\"account\":\"a\",\"qos\":\"normal\",\"partition\":\"cloud\",\"node_count\":"
                + number(1)
                + ",\"cpus\":" + number(4) + ",\"tasks\":" + number(1) + ",\"cpus_per_task\":" + number(4)
                + ",\"priority\":" + number(1000) + ",\"hold\":false,\"submit_time\":" + number(1_700_000_000)
                + ",\"eligible_time\":" + number(1_700_000_000) + ",\"features\":\"\"," + members + "}";
    }

    private static String nodes() {
        return IntStream.range(0, NODES)
                .mapToObj(LargeQueue::digits)
                .map(digits -> "{\"name\":\"n" + digits + "\",\"hostname\":\"n" + digits
                        + "\",\"state\":[\"IDLE\"],\"cpus\":16,\"alloc_cpus\":0,"
                        + "\"real_memory\":64000,\"partitions\":[\"cloud\"],\"features\":[\"cloud\"],"
                        + "\"active_features\":[\"cloud\"],\"gres\":\"\",\"reason\":\"\"}")
                .collect(Collectors.joining(
                        ",",
                        "{\"nodes\":[",
                        "],\"last_update\":" + number(1_700_000_000) + ",\"errors\":[],\"warnings\":[]}"));
    }
}
