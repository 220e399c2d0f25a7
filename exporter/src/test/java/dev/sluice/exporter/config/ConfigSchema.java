package dev.sluice.exporter.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.ListType;
import dev.sluice.exporter.config.schema.SectionKey;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.schema.ValueType;
import dev.sluice.exporter.kubernetes.KubernetesConfig;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Makes the JSON schema of the configuration file from the loader's keys, for editors and for the chart. The schema
 * describes single values. The loader also checks that values fit each other.
 */
final class ConfigSchema {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LINE = 120;

    /** Sections of the exporter's file that the chart's values contain, without the keys that the chart sets. */
    private static final List<String> IN_CHART =
            List.of("prometheus", "api", "poll", "metrics", "prices", "cloudwatch", "otlp", "log");

    private static final List<String> SET_BY_CHART = List.of("host", "port", "tls", "auth", "proxy");

    private ConfigSchema() {}

    /** Returns the schema of the configuration file, with the meaning of each key. */
    static String render() {
        ObjectNode root = JSON.createObjectNode();
        root.put("$schema", "http://json-schema.org/draft-07/schema#");
        root.put("title", "Configuration of Sluice's exporter");
        root.setAll(section(ExporterConfig.SECTION, true));
        define(root);
        return text(root, "", 0) + "\n";
    }

    private static void define(ObjectNode root) {
        ObjectNode definitions = root.withObject("/definitions");
        definitions
                .withObject("/duration")
                .put("type", "string")
                .put("minLength", 2)
                .put("pattern", "^([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?$");
        definitions.withObject("/size").put("type", "string").put("pattern", "^[0-9]{1,7}[KMGT]i$");
    }

    /** Returns the schema of the chart's values with the current keys of the exporter. */
    static String renderChart(String values) throws IOException {
        JsonNode root = JSON.readTree(values);
        ObjectNode config = section(ExporterConfig.SECTION, false);
        config.remove("required");
        ObjectNode sections = (ObjectNode) config.get("properties");
        // Earlier charts had no other key of this section.
        sections.set("prometheus", sections.at("/prometheus/properties/url"));
        sections.retain(IN_CHART);
        ((ObjectNode) sections.get("api").get("properties")).remove(SET_BY_CHART);
        ((ObjectNode) root.at("/properties/exporter/properties")).set("config", config);
        ObjectNode kubernetes = (ObjectNode) root.at("/definitions/cluster/properties/kubernetes/properties");
        ObjectNode known = (ObjectNode)
                section(SectionType.of(KubernetesConfig.class), false).get("properties");
        kubernetes.setAll(known.retain("machineGpus", "scaling", "nodeSets"));
        define((ObjectNode) root);
        return text(root, "", 0) + "\n";
    }

    private static ObjectNode section(SectionType<?> section, boolean described) {
        ObjectNode schema = JSON.createObjectNode().put("type", "object").put("additionalProperties", false);
        section.keys().stream()
                .filter(SectionKey::required)
                .forEach(key -> schema.withArray("required").add(key.name()));
        ObjectNode properties = schema.putObject("properties");
        for (SectionKey key : section.keys()) {
            ObjectNode value = properties.putObject(key.name());
            if (described) {
                value.put("description", key.declared().meaning());
            }
            ValueType<?> type = key.type();
            if (type instanceof SectionType<?> below) {
                value.setAll(section(below, described));
            } else if (type instanceof ListType<?> list) {
                value.put("type", "array").set("items", section(list.item(), described));
            } else {
                scalar(value, held(key.component().getGenericType()), key.declared());
            }
        }
        // Helm and editors show the only allowed value in their error; editors do not suggest the key.
        for (ConfigSection.Removed key : section.declared().removed()) {
            properties.putObject(key.key()).put("const", key.message()).put("doNotSuggest", true);
        }
        return schema;
    }

    private static Class<?> held(Type component) {
        return component instanceof ParameterizedType parameterized
                ? (Class<?>)
                        (parameterized.getRawType() == Optional.class
                                ? parameterized.getActualTypeArguments()[0]
                                : parameterized.getRawType())
                : (Class<?>) component;
    }

    private static void scalar(ObjectNode schema, Class<?> type, Key key) {
        if (type == boolean.class) {
            schema.put("type", "boolean");
        } else if (type == int.class || type == Integer.class) {
            String[] range = key.range().split(" to ", -1);
            schema.put("type", "integer")
                    .put("minimum", Integer.valueOf(range[0]))
                    .put("maximum", Integer.valueOf(range[1]));
        } else if (type == double.class) {
            schema.put("type", "number").put("exclusiveMinimum", 0).put("maximum", 1);
        } else if (type == BigDecimal.class) {
            schema.put("type", "number").put("minimum", 0).put("maximum", 9_999_999);
        } else if (type == Duration.class) {
            schema.put("$ref", "#/definitions/duration");
        } else if (type == long.class || type == Long.class) {
            schema.put("$ref", "#/definitions/size");
        } else if (type == List.class) {
            schema.putArray("type").add("string").add("array");
            schema.put("minLength", 1).withObject("/items").put("type", "string");
        } else {
            schema.put("type", "string");
            text(schema, type, key);
        }
    }

    private static void text(ObjectNode schema, Class<?> type, Key key) {
        if (type.isEnum() || key.oneOf().length > 0) {
            Stream<String> words = type.isEnum()
                    ? Stream.of(type.getEnumConstants())
                            .map(word -> word.toString().toLowerCase(Locale.ROOT))
                    : Stream.of(key.oneOf());
            words.forEach(schema.withArray("enum")::add);
        } else if (key.maxLength() > 0) {
            schema.put("minLength", 1).put("maxLength", key.maxLength());
        } else if (!key.pattern().isEmpty() && !key.pattern().contains("(?")) {
            // Helm's regular expressions have no lookahead.
            schema.put("pattern", "^(?:" + key.pattern().replace("\\p{Cntrl}", "\\x00-\\x1f") + ")$");
        } else if (!List.of(key.byDefault()).equals(List.of(""))) {
            schema.put("minLength", 1);
        }
    }

    /**
     * Returns JSON with short objects and lists on one line.
     *
     * @param before length of the text in front of the value
     */
    private static String text(JsonNode node, String indent, int before) {
        String flat = flat(node);
        if (node.isValueNode() || node.isEmpty() || before + flat.length() < LINE) {
            return flat;
        }
        String inner = indent + "  ";
        return node.isArray()
                ? StreamSupport.stream(node.spliterator(), false)
                        .map(item -> inner + text(item, inner, inner.length()))
                        .collect(Collectors.joining(",\n", "[\n", "\n" + indent + "]"))
                : node.properties().stream()
                        .map(entry -> {
                            String key = inner + quoted(entry.getKey()) + ": ";
                            return key + text(entry.getValue(), inner, key.length());
                        })
                        .collect(Collectors.joining(",\n", "{\n", "\n" + indent + "}"));
    }

    private static String flat(JsonNode node) {
        if (node.isArray()) {
            return StreamSupport.stream(node.spliterator(), false)
                    .map(ConfigSchema::flat)
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        return node.isObject()
                ? node.properties().stream()
                        .map(entry -> quoted(entry.getKey()) + ": " + flat(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"))
                : node.toString();
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }
}
