package dev.sluice.exporter.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A dashboard of {@code dashboards/}.
 *
 * @param file name of the file
 * @param text content of the file
 * @param json the parsed content
 */
record Dashboard(String file, String text, JsonNode json) {

    /** The folder, relative to the root of the repository. */
    static final Path FOLDER = Path.of("dashboards");

    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /**
     * One query.
     *
     * @param of location of the query: the dashboard, the panel and the target, or the name of an annotation or a
     *     variable; without spaces
     * @param expression PromQL, with variables
     * @param legend template of the legend, or the label whose values a variable takes, as {@code {{label}}}
     */
    record Query(String of, String expression, String legend) {
        @Override
        public String toString() {
            return of;
        }
    }

    static List<Dashboard> all() {
        try (Stream<Path> files = Files.list(GoldenFile.repositoryRoot().resolve(FOLDER))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .map(Dashboard::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Dashboard read(Path file) {
        try {
            String text = Files.readString(file).replace("\r\n", "\n");
            return new Dashboard(String.valueOf(file.getFileName()), text, MAPPER.readTree(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String uid() {
        return json.path("uid").asText();
    }

    List<JsonNode> panels() {
        return items(json.path("panels"));
    }

    /** Returns the declared variables by name. */
    Map<String, JsonNode> variables() {
        Map<String, JsonNode> variables = new LinkedHashMap<>();
        items(json.at("/templating/list"))
                .forEach(variable -> variables.put(variable.path("name").asText(), variable));
        return variables;
    }

    /** Returns the queries of panels, annotations and variables. */
    List<Query> queries() {
        List<Query> queries = new ArrayList<>();
        for (JsonNode panel : panels()) {
            for (JsonNode target : items(panel.path("targets"))) {
                queries.add(new Query(
                        uid() + " " + panel.path("id").asText()
                                + target.path("refId").asText(),
                        target.path("expr").asText(),
                        target.path("legendFormat").asText()));
            }
        }
        for (JsonNode annotation : items(json.at("/annotations/list"))) {
            if (annotation.has("expr")) {
                queries.add(new Query(
                        uid() + " annotation:"
                                + annotation.path("name").asText().replace(' ', '_'),
                        annotation.path("expr").asText(),
                        annotation.path("titleFormat").asText()
                                + annotation.path("textFormat").asText()));
            }
        }
        for (JsonNode variable : variables().values()) {
            Matcher query = LABEL_VALUES.matcher(variable.at("/query/query").asText());
            if (query.matches()) {
                queries.add(
                        new Query(uid() + " variable:" + query.group(2), query.group(1), "{{" + query.group(2) + "}}"));
            }
        }
        return queries;
    }

    static List<JsonNode> items(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    /** Returns the first group of every match in the file. */
    List<String> found(Pattern pattern) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .distinct()
                .collect(Collectors.toList());
    }

    @Override
    public String toString() {
        return file;
    }
}
