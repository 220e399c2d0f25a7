package dev.sluice.simulator.rest.json;

import java.util.List;
import java.util.stream.Stream;

/** The metadata of every slurmrestd response: origin, errors and warnings. */
public final class Envelope {
    public static final String RELEASE = "26.05.5";

    public record Problem(String description, int number, String error, String source) {}

    public record Warning(String description, String source) {}

    private Envelope() {}

    public static void close(SlurmJson json, Rendering rendering, List<Problem> errors, List<Warning> warnings) {
        meta(json, rendering);
        errors(json, errors, warnings);
    }

    public static void close(SlurmJson json, Rendering rendering) {
        close(json, rendering, List.of(), List.of());
    }

    /** Closes the response with slurmdbd's metadata. */
    static void closeDatabase(SlurmJson json, Rendering rendering) {
        meta(json, rendering, "slurmdbd");
        errors(json, List.of(), List.of());
    }

    public static void errors(SlurmJson json, List<Problem> errors, List<Warning> warnings) {
        json.objects(
                "errors",
                errors,
                (error, problem) -> error.text("description", problem.description())
                        .number("error_number", problem.number())
                        .text("error", problem.error())
                        .text("source", problem.source()));
        json.objects(
                "warnings",
                warnings,
                (item, warning) ->
                        item.text("description", warning.description()).text("source", warning.source()));
    }

    public static void meta(SlurmJson json, Rendering rendering) {
        meta(json, rendering, "slurmctld");
    }

    /** Writes the metadata of a response. The data of the response is from the given daemon behind slurmrestd. */
    public static void meta(SlurmJson json, Rendering rendering, String daemon) {
        json.object(
                "meta",
                meta -> meta.object(
                                "plugin",
                                plugin -> plugin.text("type", "openapi/" + daemon)
                                        .text("name", "Slurm OpenAPI " + daemon)
                                        .text(
                                                "data_parser",
                                                "data_parser/"
                                                        + rendering.version().path())
                                        .text("accounting_storage", "accounting_storage/slurmdbd"))
                        .object(
                                "client",
                                client -> client.text("source", "127.0.0.1:6820(fd:9)")
                                        .text("user", "nobody")
                                        .text("group", "nogroup"))
                        .texts("command", List.of())
                        .object(
                                "slurm",
                                slurm -> slurm.object("version", Envelope::release)
                                        .text("release", RELEASE)
                                        .text(
                                                "cluster",
                                                rendering.view().definition().name())));
    }

    public static void release(SlurmJson version) {
        List<String> parts = Stream.of(RELEASE.split("\\.", -1)).toList();
        version.text("major", parts.get(0)).text("micro", parts.get(2)).text("minor", parts.get(1));
    }
}
