package dev.sluice.exporter.api.document;

import static dev.sluice.exporter.api.document.OpenApi.ordered;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.demand.DemandReport;
import dev.sluice.common.demand.OneNodeSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** Compares the served description of the API with the records. Writes the file with {@code -Dgolden.update=true}. */
class OpenApiTest {

    private static final Path FILE = Path.of("src/main/resources/dev/sluice/exporter/api/page/openapi.yaml");
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

    /** The answers without an element for each cluster. */
    private static final Map<String, Class<?>> DOCUMENTS = Map.of(
            "/api/v1/status", StatusDocument.class,
            "/api/v1/now", NowDocument.class,
            "/api/v1/demand", DemandReport.class,
            "/api/v1/demand/{namespace}/{nodeset}", OneNodeSet.class);

    /** The elements of the answers with an element for each cluster. */
    private static final Map<String, Class<?>> CLUSTERS = Map.of(
            "/api/v1/jobs", Listed.Jobs.class,
            "/api/v1/waste", Listed.Waste.class,
            "/api/v1/nodes", Listed.Nodes.class,
            "/api/v1/nodes/{name}", JobPage.NodeWithJobs.class,
            "/api/v1/statement", StatementDocument.class,
            "/api/v1/users/{name}", AccountingDocument.class,
            "/api/v1/accounts/{name}", AccountingDocument.class,
            "/api/v1/why/job/{id}", JobPage.JobsFound.class,
            "/api/v1/why/user/{name}", JobPage.JobsFound.class,
            "/api/v1/why/nodeset/{namespace}/{nodeset}", DemandJson.NodeSetFound.class);

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

    private static Map<String, Object> description() {
        OpenApi schemas = new OpenApi();
        Map<String, Object> paths = new LinkedHashMap<>();
        DOCUMENTS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(path -> paths.put(path.getKey(), path(path.getKey(), schemas.schema(path.getValue()))));
        CLUSTERS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(path -> paths.put(
                        path.getKey(),
                        path(
                                path.getKey(),
                                ordered(
                                        "type",
                                        "object",
                                        "required",
                                        List.of("version", "clusters"),
                                        "properties",
                                        ordered(
                                                "version",
                                                Map.of("type", "integer"),
                                                "clusters",
                                                ordered("type", "array", "items", schemas.schema(path.getValue())))))));
        return ordered(
                "openapi",
                "3.0.3",
                "info",
                ordered("title", "Sluice exporter", "version", Integer.toString(DemandReport.VERSION)),
                "paths",
                paths,
                "components",
                Map.of("schemas", schemas.schemas()));
    }

    private static Map<String, Object> path(String path, Map<String, Object> schema) {
        List<Object> parameters = new ArrayList<>();
        VARIABLE.matcher(path)
                .results()
                .forEach(variable -> parameters.add(ordered(
                        "name",
                        variable.group(1),
                        "in",
                        "path",
                        "required",
                        true,
                        "schema",
                        Map.of("type", "string"))));
        Map<String, Object> answer =
                ordered("description", "OK", "content", Map.of("application/json", ordered("schema", schema)));
        return Map.of("get", ordered("parameters", parameters, "responses", Map.of("200", answer)));
    }
}
