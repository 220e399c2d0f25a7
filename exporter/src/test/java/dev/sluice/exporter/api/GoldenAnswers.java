package dev.sluice.exporter.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.fixtures.GoldenFile;
import java.nio.file.Path;
import java.util.List;

/** Answers below headings, for comparison with a file in {@code src/test/resources/golden}. */
final class GoldenAnswers {

    private final StringBuilder text = new StringBuilder();

    /** Adds the answer to a request: of JSON, each member of the first cluster in a line. */
    GoldenAnswers add(ServedApi api, String path) throws Exception {
        String body = api.get(path).body();
        if (body.startsWith("{")) {
            return add(path, api.json(path).at("/clusters/0"));
        }
        text.append(path).append('\n').append(body.replace("\r\n", "\n"));
        return this;
    }

    /** Adds the members of an object in a line each: all members or the given members. */
    GoldenAnswers add(String heading, JsonNode object, String... members) {
        text.append(heading).append('\n');
        List<String> shown = List.of(members);
        object.properties().stream()
                .filter(member -> shown.isEmpty() || shown.contains(member.getKey()))
                .forEach(member -> text.append("  ")
                        .append(member.getKey())
                        .append(": ")
                        .append(member.getValue())
                        .append('\n'));
        return this;
    }

    void match(String file) {
        GoldenFile.at(Path.of("exporter/src/test/resources/golden", file)).matches(text.toString());
    }
}
