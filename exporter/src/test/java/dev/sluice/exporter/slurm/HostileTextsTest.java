package dev.sluice.exporter.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import dev.sluice.exporter.slurm.decode.Trees;
import dev.sluice.fixtures.Capture;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Puts a hostile text of 200 kB into each text of a record. The CPU time grows in proportion to the text: time in its
 * square is 40,000,000,000 steps.
 */
@Tag("slow")
class HostileTextsTest {

    private static final int LENGTH = 200_000;
    private static final long MAX_CPU_NANOS = 2_000_000_000L;
    private static final SlurmApiVersion VERSION = SlurmApiVersion.of("v0.0.45").orElseThrow();

    private static final List<String> SHAPES = List.of(
            repeated(i -> "gres/gpu:t" + i + "=1"),
            repeated(i -> "gpu:t" + i + ":1(IDX:0)"),
            repeated(i -> "n" + i),
            repeated(i -> "p[" + i + "-999999999]"),
            repeated(i -> i + "-" + (i + 1) + "%3"),
            repeated(i -> "{\"pods\":[\"a/b" + i + "\"]}"),
            ",".repeat(LENGTH),
            "(".repeat(LENGTH),
            "[".repeat(LENGTH),
            "a[".repeat(LENGTH / 2),
            "&(|".repeat(LENGTH / 3),
            "9".repeat(LENGTH),
            "\\\"\u001b\n".repeat(LENGTH / 4));

    private static String repeated(IntFunction<String> part) {
        String text = IntStream.range(0, LENGTH / 4).mapToObj(part).collect(Collectors.joining(","));
        return text.substring(0, LENGTH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "slurm/jobs-flags-all",
                "slurm/nodes",
                "slurm/partitions",
                "slurm/reservations",
                "slurm/licenses",
                "slurm/shares",
                "slurmdb/qos",
                "slurmdb/associations"
            })
    void eachTextIsReadInTimeThatGrowsWithItsLength(String path) throws Exception {
        String list = path.substring(path.indexOf('/') + 1).replace("-flags-all", "");
        ObjectNode answer = Trees.object(Capture.of("26.05").bytes("rest/" + VERSION.label() + "/" + path + ".json"));
        JsonNode found = answer.path(list);
        ArrayNode records = (ArrayNode) (found.isArray() ? found : found.path(list));
        JsonNode first = records.get(0);
        records.removeAll();
        records.add(first);
        for (String shape : SHAPES) {
            eachText(first, hostile -> {
                String text = answer.toString().replace("\"HOSTILE\"", new TextNode(shape).toString());
                long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                decode(list, text.getBytes(UTF_8));
                long took = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
                assertThat(took).as(hostile + ": " + shape.substring(0, 20)).isLessThan(MAX_CPU_NANOS);
            });
        }
    }

    /** Replaces one text after another by HOSTILE, and restores it. */
    private static void eachText(JsonNode node, Consumer<String> test) {
        if (node instanceof ObjectNode object) {
            for (String name :
                    object.properties().stream().map(Map.Entry::getKey).toList()) {
                JsonNode value = object.get(name);
                if (value.isTextual()) {
                    object.put(name, "HOSTILE");
                    test.accept(name);
                    object.set(name, value);
                } else {
                    eachText(value, test);
                }
            }
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                JsonNode value = array.get(i);
                if (value.isTextual()) {
                    array.set(i, new TextNode("HOSTILE"));
                    test.accept("element");
                    array.set(i, value);
                } else {
                    eachText(value, test);
                }
            }
        }
    }

    private static void decode(String list, byte[] body) {
        try {
            if (list.matches("jobs|nodes|partitions")) {
                Answers.decode(Answers.list(list), body, body.length);
            } else {
                SourceAnswers.read(body, request(list));
            }
        } catch (FetchFailure refused) {
            assertThat(refused.getMessage()).isNotEmpty();
        }
    }

    private static SlurmRequest<?> request(String list) {
        return switch (list) {
            case "reservations" -> SlurmRequest.RESERVATIONS;
            case "licenses" -> SlurmRequest.LICENSES;
            case "shares" -> SlurmRequest.SHARES;
            case "qos" -> SlurmRequest.QOS;
            case "associations" -> SlurmRequest.ASSOCIATIONS;
            default -> throw new IllegalArgumentException(list);
        };
    }
}
