package dev.sluice.exporter.api;

import static dev.sluice.exporter.api.OpenApi.ordered;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sluice.common.demand.DemandReport;
import dev.sluice.common.demand.OneNodeSet;
import dev.sluice.exporter.api.document.ClusterAnswer;
import dev.sluice.exporter.api.document.DemandJson;
import dev.sluice.exporter.api.document.JobDetails;
import dev.sluice.exporter.api.document.NodeDocument;
import dev.sluice.exporter.api.document.NowDocument;
import dev.sluice.exporter.api.document.StatusDocument;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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

    /** The answers with an element for each cluster, by the path. */
    private record Answers(
            @JsonProperty("/api/v1/jobs") ClusterAnswer<JobSearch.JobPage> jobs,
            @JsonProperty("/api/v1/waste") ClusterAnswer<WasteAnswers.WastePage> waste,
            @JsonProperty("/api/v1/nodes") ClusterAnswer<NodeDocument.NodePage> nodes,
            @JsonProperty("/api/v1/nodes/{name}") NodeAnswers.NodeWithJobs node,
            @JsonProperty("/api/v1/statement") StatementAnswers.StatementDocument statement,
            @JsonProperty("/api/v1/users/{name}") ClusterAnswer<AccountingAnswers.AccountingDocument> user,
            @JsonProperty("/api/v1/accounts/{name}") ClusterAnswer<AccountingAnswers.AccountingDocument> account,
            @JsonProperty("/api/v1/why/job/{id}") ClusterAnswer<JobDetails.JobsFound> whyJob,
            @JsonProperty("/api/v1/why/user/{name}") ClusterAnswer<JobDetails.JobsFound> whyUser,

            @JsonProperty("/api/v1/why/nodeset/{namespace}/{nodeset}")
            ClusterAnswer<DemandJson.NodeSetFound> whyNodeSet) {}

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
        Map<String, Map<String, Object>> answers = new HashMap<>();
        DOCUMENTS.forEach((path, type) -> answers.put(path, schemas.schema(type)));
        for (RecordComponent answer : Answers.class.getRecordComponents()) {
            answers.put(
                    answer.getAccessor().getAnnotation(JsonProperty.class).value(),
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
                                    ordered("type", "array", "items", schemas.schema(answer.getGenericType())))));
        }
        Map<String, Object> paths = new TreeMap<>();
        for (Route route : ApiServer.routes()) {
            Optional.ofNullable(answers.get(route.path()))
                    .ifPresent(schema -> paths.put(route.path(), path(route, schema)));
        }
        assertThat(paths).containsOnlyKeys(answers.keySet());
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

    private static Map<String, Object> path(Route route, Map<String, Object> schema) {
        List<Object> parameters = new ArrayList<>();
        VARIABLE.matcher(route.path())
                .results()
                .forEach(variable -> parameters.add(parameter(variable.group(1), "path", true)));
        route.parameters().stream().sorted().forEach(name -> parameters.add(parameter(name, "query", false)));
        Map<String, Object> answer =
                ordered("description", "OK", "content", Map.of("application/json", ordered("schema", schema)));
        return Map.of("get", ordered("parameters", parameters, "responses", Map.of("200", answer)));
    }

    private static Map<String, Object> parameter(String name, String in, boolean required) {
        return ordered("name", name, "in", in, "required", required, "schema", Map.of("type", "string"));
    }
}
