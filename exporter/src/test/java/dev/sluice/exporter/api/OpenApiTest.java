package dev.sluice.exporter.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.common.demand.DemandReport;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * Compares the served description of the API with the records and routes. Writes the file with {@code
 * -Dgolden.update=true}.
 */
class OpenApiTest {

    private static final Path FILE = Path.of("src/main/resources/dev/sluice/exporter/api/page/openapi.yaml");
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

    private static final Map<Class<?>, Map<String, Object>> PLAIN = Map.ofEntries(
            Map.entry(String.class, Map.of("type", "string")),
            Map.entry(YearMonth.class, Map.of("type", "string")),
            Map.entry(Instant.class, Map.of("type", "string", "format", "date-time")),
            Map.entry(Duration.class, Map.of("type", "number", "description", "seconds")),
            Map.entry(BigDecimal.class, Map.of("type", "number")),
            Map.entry(double.class, Map.of("type", "number")),
            Map.entry(OptionalDouble.class, Map.of("type", "number")),
            Map.entry(int.class, Map.of("type", "integer")),
            Map.entry(long.class, Map.of("type", "integer")),
            Map.entry(OptionalLong.class, Map.of("type", "integer")),
            Map.entry(boolean.class, Map.of("type", "boolean")),
            Map.entry(Boolean.class, Map.of("type", "boolean")),
            Map.entry(Long.class, Map.of("type", "integer")));

    /** The answers without an element for each cluster. */
    private static final Map<String, Class<?>> DOCUMENTS = Map.of(
            "/api/v1/status", StatusAnswers.StatusDocument.class,
            "/api/v1/now", StatusAnswers.NowDocument.class,
            "/api/v1/demand", DemandReport.class,
            "/api/v1/demand/{namespace}/{nodeset}", DemandAnswers.OneNodeSet.class);

    /** The answers of a cluster that are never withheld as a whole. */
    private static final Set<Class<?>> NEVER_WITHHELD = Set.of(
            AccountingAnswers.AccountingDocument.class, WhyAnswers.JobsFound.class, DemandAnswers.NodeSetFound.class);

    private static final Set<String> NUMBERS = Set.of("array", "limit", "page");
    private static final Set<String> FLAGS = Set.of("explain", "flagged", "fold", "summary");

    /** The answers with an element for each cluster, by the path. */
    private record Answers(
            @JsonProperty("/api/v1/jobs") ClusterAnswer<JobSearch.JobPage> jobs,
            @JsonProperty("/api/v1/waste") ClusterAnswer<WasteAnswers.WastePage> waste,
            @JsonProperty("/api/v1/nodes") ClusterAnswer<NodeAnswers.NodePage> nodes,
            @JsonProperty("/api/v1/nodes/{name}") NodeAnswers.NodeWithJobs node,
            @JsonProperty("/api/v1/statement") StatementAnswers.Statement statement,
            @JsonProperty("/api/v1/users/{name}") ClusterAnswer<AccountingAnswers.AccountingDocument> user,
            @JsonProperty("/api/v1/accounts/{name}") ClusterAnswer<AccountingAnswers.AccountingDocument> account,
            @JsonProperty("/api/v1/why/job/{id}") ClusterAnswer<WhyAnswers.JobsFound> whyJob,
            @JsonProperty("/api/v1/why/user/{name}") ClusterAnswer<WhyAnswers.JobsFound> whyUser,

            @JsonProperty("/api/v1/why/nodeset/{namespace}/{nodeset}")
            ClusterAnswer<DemandAnswers.NodeSetFound> whyNodeSet) {}

    private final Map<String, Class<?>> names = new TreeMap<>();
    private final Map<String, Object> schemas = new TreeMap<>();

    @Test
    void theServedDescriptionHasTheMembersOfTheRecords() throws Exception {
        DumpSettings settings = DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setWidth(120)
                .build();
        String expected = "# Generated from the records of the API.\n" + new Dump(settings).dumpToString(description());
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(FILE, expected);
        }
        assertThat(FILE).hasContent(expected);
    }

    private Map<String, Object> description() {
        Map<String, Map<String, Object>> answers = new HashMap<>();
        DOCUMENTS.forEach((path, type) -> answers.put(path, schema(type)));
        for (RecordComponent answer : Answers.class.getRecordComponents()) {
            Object clusters = ordered("type", "array", "items", schema(answer.getGenericType()));
            answers.put(
                    answer.getAccessor().getAnnotation(JsonProperty.class).value(),
                    object("version", Map.of("type", "integer"), "clusters", clusters));
        }
        Map<String, Object> paths = new TreeMap<>();
        for (Route route : Route.all()) {
            Optional.ofNullable(answers.get(route.path()))
                    .ifPresent(schema -> paths.put(route.path(), path(route, schema)));
        }
        assertThat(paths).containsOnlyKeys(answers.keySet());
        Map<String, Object> error = response("an error", Set.of(), object("error", schema(String.class)));
        return ordered(
                "openapi",
                "3.0.3",
                "info",
                ordered("title", "Sluice exporter", "version", Integer.toString(DemandReport.VERSION)),
                "paths",
                paths,
                "components",
                ordered("responses", Map.of("Error", error), "schemas", schemas));
    }

    private static Map<String, Object> path(Route route, Map<String, Object> schema) {
        List<Object> parameters = new ArrayList<>();
        VARIABLE.matcher(route.path())
                .results()
                .forEach(variable -> parameters.add(parameter(variable.group(1), "path", true)));
        route.parameters().stream().sorted().forEach(name -> parameters.add(parameter(name, "query", false)));
        Map<String, Object> responses = ordered("200", response("OK", route.parameters(), schema));
        if (route.path().equals("/api/v1/demand")) {
            responses.put("503", response("no cluster publishes", route.parameters(), schema));
        }
        responses.put("default", Map.of("$ref", "#/components/responses/Error"));
        return Map.of("get", ordered("parameters", parameters, "responses", responses));
    }

    private static Map<String, Object> response(
            String description, Set<String> parameters, Map<String, Object> schema) {
        Map<String, Object> content = ordered("application/json", Map.of("schema", new LinkedHashMap<>(schema)));
        if (parameters.contains("format")) {
            String type = parameters.contains("month") ? "text/csv" : "text/plain";
            content.put(type, Map.of("schema", Map.of("type", "string")));
        }
        return ordered("description", description, "content", content);
    }

    /** Returns the schema of an object with members that are always present. */
    private static Map<String, Object> object(Object... members) {
        Map<String, Object> properties = ordered(members);
        return ordered("type", "object", "required", List.copyOf(properties.keySet()), "properties", properties);
    }

    private static Map<String, Object> parameter(String name, String in, boolean required) {
        String type = NUMBERS.contains(name) ? "integer" : FLAGS.contains(name) ? "boolean" : "string";
        return ordered("name", name, "in", in, "required", required, "schema", Map.of("type", type));
    }

    /**
     * The members of a record, the members that are always present, and groups of members of which one is present.
     */
    private record Members(Map<String, Object> properties, Set<String> required, List<Set<String>> oneOf) {}

    /** Returns the schema of a type; for a record, a reference. */
    Map<String, Object> schema(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            Type last = arguments[arguments.length - 1];
            if (generic.getRawType() == Optional.class) {
                return schema(last);
            }
            if (generic.getRawType() == ClusterAnswer.class) {
                return reference((Class<?>) last, answer((Class<?>) last));
            }
            return generic.getRawType() == List.class
                    ? ordered("type", "array", "items", schema(last))
                    : ordered("type", "object", "additionalProperties", schema(last));
        }
        Class<?> raw = (Class<?>) type;
        if (raw.isEnum()) {
            return ordered(
                    "type",
                    "string",
                    "enum",
                    Stream.of(raw.getEnumConstants())
                            .map(one -> ((Enum<?>) one).name().toLowerCase(Locale.ROOT))
                            .toList());
        }
        if (raw.isSealed()) {
            return Map.of(
                    "oneOf",
                    Stream.of(raw.getPermittedSubclasses()).map(this::schema).toList());
        }
        return raw.isRecord() ? reference(raw, members(raw)) : new TreeMap<>(PLAIN.get(raw));
    }

    private Map<String, Object> reference(Class<?> raw, Members members) {
        String name = raw.getSimpleName();
        if (names.putIfAbsent(name, raw) == null) {
            Map<String, Object> schema = ordered("type", "object", "properties", members.properties());
            if (!members.required().isEmpty()) {
                schema.put("required", List.copyOf(members.required()));
            }
            if (!members.oneOf().isEmpty()) {
                schema.put(
                        "anyOf",
                        members.oneOf().stream()
                                .map(group -> Map.of("required", List.copyOf(group)))
                                .toList());
            }
            schemas.put(name, schema);
        } else if (names.get(name) != raw) {
            throw new AssertionError(name + " is the name of two records");
        }
        return Map.of("$ref", "#/components/schemas/" + name);
    }

    private Members members(Class<?> raw) {
        Members members = new Members(new LinkedHashMap<>(), new TreeSet<>(), new ArrayList<>());
        for (RecordComponent component : raw.getRecordComponents()) {
            if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
                unwrap(component, members);
            } else {
                JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
                String name = renamed == null || renamed.value().isEmpty() ? component.getName() : renamed.value();
                members.properties().put(name, schema(component.getGenericType()));
                if (isAlwaysPresent(component)) {
                    members.required().add(name);
                }
            }
        }
        return members;
    }

    /** Returns the members of an answer, which has no member of its content if the content is withheld. */
    private Members answer(Class<?> content) {
        Members members = members(ClusterAnswer.class);
        Members inner = members(content);
        members.properties().putAll(inner.properties());
        if (NEVER_WITHHELD.contains(content)) {
            members.required().addAll(inner.required());
        } else {
            members.oneOf().addAll(List.of(Set.of("withheld"), inner.required()));
        }
        return members;
    }

    private void unwrap(RecordComponent component, Members members) {
        Type generic = component.getGenericType();
        if (generic instanceof ParameterizedType of && of.getActualTypeArguments()[0] instanceof TypeVariable) {
            return;
        }
        if (component.getType() == ClusterAnswer.class) {
            Type content = ((ParameterizedType) generic).getActualTypeArguments()[0];
            Members answer = answer((Class<?>) content);
            members.properties().putAll(answer.properties());
            members.oneOf().addAll(answer.oneOf());
            return;
        }
        Class<?> type = component.getType() == Optional.class
                ? (Class<?>) ((ParameterizedType) generic).getActualTypeArguments()[0]
                : component.getType();
        for (Class<?> one : type.isSealed() ? type.getPermittedSubclasses() : new Class<?>[] {type}) {
            Members inner = members(one);
            JsonIgnoreProperties ignored = component.getAccessor().getAnnotation(JsonIgnoreProperties.class);
            if (ignored != null) {
                inner.properties().keySet().removeAll(Set.of(ignored.value()));
                inner.required().removeAll(Set.of(ignored.value()));
            }
            members.properties().putAll(inner.properties());
            if (component.getType().isRecord()) {
                members.required().addAll(inner.required());
            }
        }
    }

    /** An empty string or Optional is no member. */
    private static boolean isAlwaysPresent(RecordComponent component) {
        JsonInclude included = component.getAccessor().getAnnotation(JsonInclude.class);
        return included == null
                ? !component.getType().getSimpleName().startsWith("Optional") && component.getType() != String.class
                : included.value() == JsonInclude.Include.ALWAYS;
    }

    static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
