package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.ListType;
import dev.sluice.exporter.config.schema.SectionKey;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.schema.type.ValueType;
import dev.sluice.exporter.config.yaml.YamlWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Renders the reference of the configuration file from the keys that the loader knows. */
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

            The exporter reads one YAML file:

            ```sh
            sluice-exporter --config exporter.yaml
            sluice-exporter --config exporter.yaml --check-config
            ```

            `--check-config` says what is wrong with the file, or prints the configuration in force with every default
            filled in. Unknown keys, keys that are given twice and bad values are errors. All of them are reported at
            once, each with its line, its column and the key's path:

            ```
            exporter.yaml:4:7: clusters[0].slurm.urll: unknown key; did you mean "url"?
            ```

            The exit code is 0 where the file is good, 2 where it is not.

            - The file is UTF-8, at most 1 MiB, with one YAML document. Aliases, merge keys and tags are refused.
            - A duration has a unit: `500ms`, `15s`, `2m`, `1h30m`.
            - A text that YAML reads as something else stands in quotes: `name: "123"`, `name: "yes"`.
            - A relative path starts at the directory of the file.
            - Certificates and keys must be readable at start. A token file may appear later: that it is missing is
              only a warning of `--check-config`.
            - Secrets are never part of the file: it says where the token is, not what it is.

            ## The smallest file

            ```yaml
            """;

    private ConfigReference() {}

    static String render() {
        StringBuilder out = new StringBuilder(HEADER).append(MINIMAL).append("```\n\n## Every key\n\n");
        section("Top of the file", "", ExporterConfig.SECTION, out);
        return out.append(
                        "## A complete file\n\nEvery key with its default. What has none is commented out.\n\n```yaml\n")
                .append(example())
                .append("```\n")
                .toString();
    }

    /** Every key with its default or an example, and its meaning as a comment. */
    static String example() {
        StringBuilder out = new StringBuilder();
        example(ExporterConfig.SECTION, "", "", false, out);
        return out.toString();
    }

    private static void section(String title, String path, SectionType<?> section, StringBuilder out) {
        out.append("### ")
                .append(title)
                .append("\n\n")
                .append(section.declared().value())
                .append("\n\n");
        out.append("| key | type | default | meaning |\n|---|---|---|---|\n");
        section.keys().forEach(key -> row(path, key, out));
        out.append('\n');
        section.keys()
                .forEach(key -> below(key.type()).ifPresent(child -> {
                    String childPath = childPath(path, key);
                    section("`" + childPath + "`", childPath + ".", child, out);
                }));
    }

    private static void row(String path, SectionKey key, StringBuilder out) {
        String type = below(key.type()).isPresent()
                ? "[" + key.type().description() + "](#" + anchor(childPath(path, key)) + ")"
                : key.type().description().replaceAll("[a-z]+://[^ ,]+", "`$0`");
        out.append(String.format(
                        "| `%s` | %s | %s | %s |%n",
                        key.name(), type, absence(key), key.declared().meaning())
                .replace(System.lineSeparator(), "\n"));
    }

    private static String absence(SectionKey key) {
        if (key.required()) {
            return "**required**";
        }
        if (key.byDefault().isEmpty()) {
            return key.declared().absent();
        }
        return below(key.type()).isPresent() ? "see below" : "`" + defaultText(key) + "`";
    }

    private static String defaultText(SectionKey key) {
        return key.byDefault()
                .map(value -> YamlWriter.flow(key.type().write(value)))
                .orElse("");
    }

    private static void example(
            SectionType<?> section, String indent, String firstIndent, boolean within, StringBuilder out) {
        String margin = firstIndent.isEmpty() ? indent : firstIndent;
        for (SectionKey key : section.keys()) {
            comment(key, indent, out);
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
                // Without which the file is fine, and which would say something by being there alone.
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

    private static void comment(SectionKey key, String indent, StringBuilder out) {
        StringBuilder line = new StringBuilder(indent + "#");
        for (String word : key.declared().meaning().replace("`", "").split(" ", -1)) {
            if (line.length() + 1 + word.length() > 100) {
                out.append(line).append('\n');
                line = new StringBuilder(indent + "#");
            }
            line.append(' ').append(word);
        }
        out.append(line).append('\n');
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
