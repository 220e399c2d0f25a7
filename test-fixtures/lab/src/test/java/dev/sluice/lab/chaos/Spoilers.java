package dev.sluice.lab.chaos;

import dev.sluice.lab.chaos.Responses.Spoiler;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Damages one member of a JSON text. The result is not always valid JSON. */
final class Spoilers {

    private static final String SCALAR = "\"(?:[^\"\\\\]|\\\\.)*\"|-?[0-9][0-9.eE+-]*|true|false|null";
    private static final String VALUE = "(?:" + SCALAR + "|\\[[^\\[\\]]*\\]|\\{[^{}]*\\})";
    /** The value {@code true} is not in the list, because it would grant access in a review. */
    private static final List<String> OTHER_TYPES =
            List.of("null", "false", "\"\"", "\"seven\"", "7", "[]", "{}", "[[1]]", "{\"set\":5}", "2.5");

    private static final List<String> ABSURD_NUMBERS = List.of(
            ("-1 -2147483648 -9223372036854775808 18446744073709551615 9223372036854775807 1e308 -1e308 NaN Infinity"
                            + " 1e-300")
                    .split(" "));
    private static final List<String> HOSTILE_TEXTS = List.of(
            "\\n",
            "\\\"} 1\\nslurm_evil{a=\\\"",
            "\\\\",
            "\\u001b[2J\\u001b[31m",
            "\\u0000",
            "\\u2028\\u2029",
            "\\r\\n",
            "\\ud800",
            "\u00ff\u00fe",
            "\\u202e",
            "\\u009b31m");
    private static final List<String> LIST_PARTS =
            List.of("gres/gpu:t#=1", "gpu:t#:1", "p#", "n[#-99999]", "#-99999999");

    private static final String SLURM_NUMBERS = "number|count|Total|Used|Free|cpus|alloc_cpus|total_time|shares|usage"
            + "|node_count|real_memory|server_thread_count";
    private static final String SLURM_NAMES =
            "name|user_name|account|partition|qos|comment|reason|state_reason|hostname|description";
    private static final String SLURM_LISTS =
            "tres_req_str|tres_alloc_str|tres_per_node|gres|gres_used|partition|nodes|array_task_string|state_reason";
    private static final String KUBERNETES_NUMBERS =
            "replicas|readyReplicas|currentReplicas|desiredReplicas|minReplicas|maxReplicas|generation"
                    + "|observedGeneration|cpu|memory|nvidia.com/gpu|pods|averageValue";
    private static final String KUBERNETES_NAMES =
            "name|namespace|nodeName|uid|username|user|reason|message|phase|status|type|kind"
                    + "|resourceVersion|creationTimestamp|apiVersion|[a-z.-]+/[a-z-]+";

    static final Spoiler TYPES = (text, random) -> member(text, random, "\\w+", Responses.any(random, OTHER_TYPES));
    static final Spoiler NUMBERS =
            (text, random) -> member(text, random, SLURM_NUMBERS, Responses.any(random, ABSURD_NUMBERS));
    static final Spoiler API_NUMBERS = (text, random) -> {
        String number = Responses.any(random, ABSURD_NUMBERS);
        return member(text, random, KUBERNETES_NUMBERS, random.nextBoolean() ? number : "\"" + number + "\"");
    };
    static final Spoiler NAMES = (text, random) -> intoText(text, random, SLURM_NAMES, hostileName(random));
    static final Spoiler API_NAMES = (text, random) -> intoText(text, random, KUBERNETES_NAMES, hostileName(random));
    /** Lists in one text, as of GPU types, which no cluster has. */
    static final Spoiler LISTS = (text, random) -> {
        String part = Responses.any(random, LIST_PARTS);
        return intoText(text, random, SLURM_LISTS, Responses.list(0, 20_000, i -> part.replace("#", "" + i)));
    };

    static final Spoiler NESTING = (text, random) -> {
        int depth = Responses.any(random, List.of(50, 190, 210, 1000, 100_000));
        return member(
                text,
                random,
                "\\w+",
                random.nextBoolean()
                        ? "[".repeat(depth) + "]".repeat(depth)
                        : "{\"a\":".repeat(depth) + "1" + "}".repeat(depth));
    };

    /** Job or node states that are missing or have a wrong type. */
    static final Spoiler STATES = (text, random) -> random.nextInt(5) == 0
            ? replaceOne(text, random, "\"(job_state|state)\"\\s*:", old -> "no_" + old)
            : member(text, random, "job_state|state", Responses.any(random, List.of("null", "[]", "7", "{}")));

    private Spoilers() {}

    private static String hostileName(Random random) {
        return random.nextInt(40) == 0 ? "x".repeat(1 << 20) : Responses.any(random, HOSTILE_TEXTS);
    }

    /** Replaces the value of one member with one of these names. */
    private static String member(String text, Random random, String names, String value) {
        return replaceOne(text, random, "\"(?:" + names + ")\"\\s*:\\s*(" + VALUE + ")", old -> value);
    }

    /** Inserts text into the middle of one text value of a member with one of these names. */
    private static String intoText(String text, Random random, String names, String inserted) {
        return replaceOne(
                text,
                random,
                "\"(?:" + names + ")\"\\s*:\\s*\"([^\"\\\\]+)\"",
                old -> old.substring(0, old.length() / 2) + inserted + old.substring(old.length() / 2));
    }

    /** Replaces group 1 of one match. */
    private static String replaceOne(String text, Random random, String pattern, UnaryOperator<String> replacement) {
        List<MatchResult> found =
                Pattern.compile(pattern).matcher(text).results().toList();
        if (found.isEmpty()) {
            return text;
        }
        MatchResult at = Responses.any(random, found);
        return text.substring(0, at.start(1)) + replacement.apply(at.group(1)) + text.substring(at.end(1));
    }
}
