package dev.sluice.simulator.rest;

import dev.sluice.simulator.rest.json.ApiVersion;
import dev.sluice.simulator.rest.json.Envelope;
import dev.sluice.simulator.rest.json.SlurmJson;
import java.util.Arrays;
import java.util.List;

/** Body of {@code /openapi/v3}: the served paths without schemas. */
final class OpenApiJson {
    private OpenApiJson() {}

    static byte[] document() {
        return SlurmJson.document(json -> json.object("paths", OpenApiJson::paths)
                .object("components", components -> components.object("schemas", schemas -> {}))
                .object("info", OpenApiJson::info)
                .objects("servers", List.of("/"), (server, url) -> server.text("url", url))
                .text("openapi", "3.0.3"));
    }

    private static void paths(SlurmJson json) {
        for (Endpoint endpoint : Endpoint.values()) {
            for (ApiVersion version : ApiVersion.values()) {
                if (!endpoint.servedBy(version)) {
                    continue;
                }
                json.object(
                        endpoint.path(version),
                        path -> path.object(
                                "get",
                                get -> get.texts("tags", List.of(endpoint.plugin()))
                                        .text("operationId", operationId(endpoint, version))
                                        .object(
                                                "responses",
                                                responses -> responses.object(
                                                        "default",
                                                        answer -> answer.text("description", "result of the query")))));
            }
        }
    }

    private static String operationId(Endpoint endpoint, ApiVersion version) {
        String digits = version.path().replace(".", "");
        return endpoint.plugin() + "_" + digits + "_get_" + endpoint.segment();
    }

    private static void info(SlurmJson info) {
        info.object(
                        "x-slurm",
                        slurm -> slurm.objects(
                                        "data_parsers",
                                        Arrays.asList(ApiVersion.values()),
                                        (item, version) -> item.text("plugin", version.path())
                                                .texts("flags", List.of("NONE")))
                                .texts("openapi", List.of("openapi/slurmctld", "openapi/slurmdbd"))
                                .object("version", Envelope::release)
                                .text("release", Envelope.RELEASE))
                .text("title", "Slurm REST API")
                .text("version", "Slurm-" + Envelope.RELEASE);
    }
}
