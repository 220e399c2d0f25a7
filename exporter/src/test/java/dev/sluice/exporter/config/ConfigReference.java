package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.ListType;
import dev.sluice.exporter.config.schema.SectionKey;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.schema.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Renders the reference of the configuration file from the loader's keys. */
final class ConfigReference {

    static final String MINIMAL = """
            clusters:
              - name: research
                slurm:
                  url: http://slurm-restapi.slurm:6820
                  user: slurm
                  tokenFile: /var/run/secrets/slurm/SLURM_JWT
                kubernetes:
                  enabled: true
                  namespace: slurm
            """;

    private static final String HEADER = """
            # Configuration of the exporter

            <!-- Made by ConfigReferenceTest from the keys that the loader knows. Change those, then run
                 mvn -pl exporter -am verify -Dgolden.update=true -->

            Check the exporter's YAML file:

            ```sh
            sluice exporter --config exporter.yaml --check-config
            ```

            `--check-config` prints every key in force, with defaults, and exits with 0. Or it reports all errors with line,
            column and path, and exits with 2:

            ```
            exporter.yaml:4:7: clusters[0].slurm.urll: unknown key; did you mean "url"?
            ```

            Editors check the file with [its JSON schema](exporter.schema.json), after the first line
            `# yaml-language-server: $schema=/opt/sluice/exporter.schema.json`.

            - The file is UTF-8, at most 1 MiB, with one YAML document, without aliases, merge keys and tags.
            - A duration has a unit: `500ms`, `15s`, `2m`, `1h30m`.
            - Quote a text that YAML reads as another type: `name: "123"`, `name: "yes"`.
            - A relative path starts at the directory of the file.
            - The file contains no secrets, only the names of files and environment variables with secrets.

            ## The smallest file

            ```yaml
            """;

    private ConfigReference() {}

    static String render() {
        StringBuilder out = new StringBuilder(HEADER).append(MINIMAL).append("```\n\n## Every key\n\n");
        SectionType<?> top = ExporterConfig.SECTION;
        Map<Class<?>, List<String>> paths = new LinkedHashMap<>();
        paths("", top, paths);
        out.append("### Top level\n\n");
        table(top, paths, out);
        top.keys().forEach(key -> section("", key, paths, out));
        return out.toString().stripTrailing() + "\n";
    }

    /** Returns a file with every key. Each key has its default, or an example in a comment. */
    static String example() {
        StringBuilder out = new StringBuilder();
        example(ExporterConfig.SECTION, "", "", false, out);
        return out.toString();
    }

    /** Finds the paths of every section. Some sections have several paths. */
    private static void paths(String path, SectionType<?> section, Map<Class<?>, List<String>> paths) {
        section.keys()
                .forEach(key -> below(key.type()).ifPresent(child -> {
                    String childPath = childPath(path, key);
                    paths.computeIfAbsent(child.record(), unused -> new ArrayList<>())
                            .add(childPath);
                    paths(childPath + ".", child, paths);
                }));
    }

    private static List<String> placesOf(SectionType<?> section, Map<Class<?>, List<String>> paths) {
        return paths.getOrDefault(section.record(), List.of());
    }

    /** Renders a section at its first path, together with the sections below this path. */
    private static void section(String path, SectionKey key, Map<Class<?>, List<String>> paths, StringBuilder out) {
        String childPath = childPath(path, key);
        Optional<SectionType<?>> below =
                below(key.type()).filter(child -> placesOf(child, paths).get(0).equals(childPath));
        if (below.isEmpty()) {
            return;
        }
        SectionType<?> section = below.get();
        out.append("### `").append(childPath).append("`\n\n");
        List<String> others = placesOf(section, paths).stream().skip(1).toList();
        String intro = section.declared().value();
        String text = (others.isEmpty() ? "" : "Also " + codes(others) + ". ")
                + (intro.equals(key.declared().meaning()) ? "" : intro);
        out.append(text.isEmpty() ? "" : text.strip() + "\n\n");
        table(section, paths, out);
        section.keys().forEach(child -> section(childPath + ".", child, paths, out));
    }

    private static String codes(List<String> words) {
        return words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
    }

    private static void table(SectionType<?> section, Map<Class<?>, List<String>> paths, StringBuilder out) {
        out.append("| key | type | default | meaning |\n|---|---|---|---|\n");
        section.keys().forEach(key -> row(key, paths, out));
        out.append('\n');
    }

    private static void row(SectionKey key, Map<Class<?>, List<String>> paths, StringBuilder out) {
        String type = below(key.type())
                .map(child -> "[" + key.type().description() + "](#"
                        + anchor(placesOf(child, paths).get(0)) + ")")
                .orElseGet(() -> shortened(key.type().description())
                        .replaceAll("[a-z]+://[^ ,]+", "`$0`")
                        .replace("|", "\\|"));
        out.append(String.format(
                        "| `%s` | %s | %s | %s |%n",
                        key.name(), type, absence(key), key.declared().meaning())
                .replace(System.lineSeparator(), "\n"));
    }

    /** Shortens the description of a type for a table. */
    private static String shortened(String type) {
        return type.replaceFirst("^true or false$", "boolean")
                .replaceFirst("^whole number, ", "integer ")
                .replaceFirst("^duration, ", "duration ")
                .replaceFirst("^one of ", "")
                .replaceFirst("^amount of memory such as .*", "memory, such as `512Mi`")
                .replaceFirst("^(path of a|readable) file$", "file");
    }

    private static String absence(SectionKey key) {
        if (key.required()) {
            return "**required**";
        }
        if (key.byDefault().isEmpty()) {
            return key.declared().absent().replace("see below", "");
        }
        return below(key.type()).isPresent() ? "" : "`" + defaultText(key) + "`";
    }

    private static String defaultText(SectionKey key) {
        return key.byDefault()
                .map(key.type()::write)
                .map(ScalarNode.class::cast)
                .map(scalar -> scalar.isPlain() ? scalar.getValue() : '"' + scalar.getValue() + '"')
                .orElse("");
    }

    private static void example(
            SectionType<?> section, String indent, String firstIndent, boolean within, StringBuilder out) {
        String margin = firstIndent.isEmpty() ? indent : firstIndent;
        for (SectionKey key : section.keys()) {
            Optional<SectionType<?>> below = below(key.type());
            if (below.isEmpty()) {
                String value = key.declared().example().isEmpty()
                        ? defaultText(key)
                        : key.declared().example();
                boolean active = key.declared().absent().isEmpty() || key.name().equals("tokenFile");
                out.append(margin)
                        .append(active ? "" : "# ")
                        .append(key.name())
                        .append(": ")
                        .append(value)
                        .append('\n');
            } else {
                boolean list = isList(key.type());
                StringBuilder whole =
                        new StringBuilder(margin).append(key.name()).append(":\n");
                // The section is a comment in the file, because the section alone would change the behaviour. The file
                // is valid without the section.
                boolean aside =
                        !List.of("", "see below").contains(key.declared().absent());
                example(
                        below.get(),
                        indent + (list ? "    " : "  "),
                        list ? indent + "  - " : "",
                        within || aside,
                        whole);
                out.append(aside && !within ? commentedOut(whole, indent) : whole);
            }
            margin = indent;
        }
    }

    private static String commentedOut(CharSequence lines, String indent) {
        return lines.toString()
                .lines()
                .map(line -> indent + "# " + line.substring(indent.length()) + "\n")
                .collect(Collectors.joining());
    }

    private static Optional<SectionType<?>> below(ValueType<?> type) {
        if (type instanceof SectionType<?> section) {
            return Optional.of(section);
        }
        return type instanceof ListType<?> list ? Optional.of(list.item()) : Optional.empty();
    }

    private static boolean isList(ValueType<?> type) {
        return type instanceof ListType<?>;
    }

    private static String childPath(String path, SectionKey key) {
        return path + key.name() + (isList(key.type()) ? "[]" : "");
    }

    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
