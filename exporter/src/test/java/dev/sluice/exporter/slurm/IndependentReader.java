package dev.sluice.exporter.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeBaseState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Reads complete responses as a tree, in the simplest way. Determines the content that another reader must find in a
 * response.
 */
final class IndependentReader {

    private static final double LARGEST_COUNT = Math.pow(2, 53);

    private static final JsonMapper STRICT =
            mapper().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    /** Jackson's non-blocking parser does not detect a trailing comma in an object if a chunk ends after the comma. */
    private static final JsonMapper LENIENT =
            mapper().enable(JsonReadFeature.ALLOW_TRAILING_COMMA).build();

    private IndependentReader() {}

    /** The permitted treatment of a response. */
    enum Verdict {
        /**
         * The reader must reject the response: the response is not JSON, or has neither records nor a reason for the
         * missing records.
         */
        REFUSED,
        /** The reader may reject the response: the response has a duplicate key in an object, or an extra comma. */
        UNCERTAIN,
        /** The reader must read the response. */
        READ
    }

    /**
     * The content of a response.
     *
     * @param records identity, state and partitions of each record with an identity and a state
     * @param certain the records that equal a record of the original response, which the reader must read
     * @param elements number of elements of the list
     */
    record Finding(Verdict verdict, List<List<String>> records, List<List<String>> certain, int elements) {}

    static Finding read(String list, byte[] original, byte[] body) {
        Optional<JsonNode> strict = tree(STRICT, body);
        JsonNode tree = strict.or(() -> tree(LENIENT, body)).orElse(MissingNode.getInstance());
        List<JsonNode> elements = elements(tree.path(list));
        Set<JsonNode> originals =
                Set.copyOf(elements(tree(STRICT, original).orElseThrow().path(list)));
        List<List<String>> records = new ArrayList<>();
        List<List<String>> certain = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (JsonNode element : elements) {
            List<String> record = element.isObject() ? record(list, element) : List.of("");
            if (record.get(0).isEmpty() || !saysItsState(list, element)) {
                continue;
            }
            records.add(record);
            if (keys.add(record.get(0)) && originals.contains(element)) {
                certain.add(record);
            }
        }
        boolean explained = records.isEmpty() && (!elements.isEmpty() || anyObject(tree.path("errors")));
        if (!tree.isObject() || !tree.path(list).isArray() || explained) {
            return new Finding(Verdict.REFUSED, List.of(), List.of(), 0);
        }
        boolean must = strict.isPresent() && (elements.isEmpty() || !certain.isEmpty());
        return new Finding(must ? Verdict.READ : Verdict.UNCERTAIN, records, certain, elements.size());
    }

    private static List<String> record(String list, JsonNode record) {
        return switch (list) {
            case "jobs" -> {
                List<String> states = texts(record.path("job_state"));
                yield List.of(id(record.path("job_id")), jobState(states), lastText(record.path("partition")));
            }
            case "nodes" ->
                List.of(
                        lastText(record.path("name")),
                        nodeState(texts(record.path("state"))),
                        texts(record.path("partitions")).stream()
                                .distinct()
                                .toList()
                                .toString());
            case "partitions" -> List.of(lastText(record.path("name")));
            case "pings" -> List.of(lastText(record.path("hostname")));
            default -> throw new IllegalArgumentException(list);
        };
    }

    private static boolean saysItsState(String list, JsonNode record) {
        return switch (list) {
            case "jobs" -> !texts(record.path("job_state")).isEmpty();
            case "nodes" -> !texts(record.path("state")).isEmpty();
            default -> true;
        };
    }

    private static String id(JsonNode value) {
        JsonNode number = value;
        if (value.isObject()) {
            boolean set =
                    value.path("set").asBoolean(false) && value.path("set").isBoolean();
            boolean infinite =
                    value.path("infinite").isBoolean() && value.path("infinite").booleanValue();
            number = set && !infinite ? value.path("number") : MissingNode.getInstance();
        }
        boolean counts = number.isNumber() && number.doubleValue() >= 1 && number.doubleValue() <= LARGEST_COUNT;
        return counts ? Long.toString(number.longValue()) : "";
    }

    private static String jobState(List<String> words) {
        String base = words.stream()
                .filter(word -> Arrays.stream(JobState.values())
                        .anyMatch(state -> state.base() && state.name().equals(word)))
                .reduce("UNKNOWN", (earlier, later) -> later);
        return Arrays.stream(JobState.values())
                .filter(state -> !state.base() && words.contains(state.name()))
                .map(Enum::name)
                .findFirst()
                .orElse(base);
    }

    private static String nodeState(List<String> words) {
        return words.stream()
                .filter(word -> Arrays.stream(NodeBaseState.values())
                        .anyMatch(state -> state.name().equals(word)))
                .reduce("UNKNOWN", (earlier, later) -> later);
    }

    private static String lastText(JsonNode value) {
        return texts(value).stream().reduce("", (earlier, later) -> later);
    }

    /** Returns a text, or the texts of a list. */
    private static List<String> texts(JsonNode value) {
        if (value.isTextual()) {
            return value.textValue().isEmpty() ? List.of() : List.of(value.textValue());
        }
        return elements(value).stream()
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private static boolean anyObject(JsonNode list) {
        return elements(list).stream().anyMatch(JsonNode::isObject);
    }

    private static List<JsonNode> elements(JsonNode list) {
        return list.isArray() ? StreamSupport.stream(list.spliterator(), false).toList() : List.of();
    }

    /** Returns the tree of a body, with U+FFFD in place of bytes that are not UTF-8. */
    private static Optional<JsonNode> tree(JsonMapper mapper, byte[] body) {
        try {
            return Optional.of(mapper.readTree(new String(body, UTF_8)));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static JsonMapper.Builder mapper() {
        return JsonMapper.builder()
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }
}
