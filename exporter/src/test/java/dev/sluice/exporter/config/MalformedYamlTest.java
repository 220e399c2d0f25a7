package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.exporter.config.schema.ListType;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.schema.ValueType;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MalformedYamlTest {

    private static final String HUGE_NUMBER = "9".repeat(100_000);

    @ParameterizedTest
    @MethodSource
    void saysWhatIsWrong(String yaml, String problem) {
        assertThat(Loaded.problemsOf(yaml)).containsExactly("exporter.yaml" + problem);
    }

    static Stream<Arguments> saysWhatIsWrong() {
        String good = "clusters: [{name: a, slurm: {url: 'http://h'}}]\n";
        return Stream.of(
                arguments("", ": the file is empty"),
                arguments("# only a comment\n", ": the file is empty"),
                arguments("---\n...\n", ": the file is empty"),
                arguments("hello", ":1:1: expected a section with keys such as clusters:, got a text"),
                arguments("null", ":1:1: expected a section with keys such as clusters:, got nothing"),
                arguments(
                        good + "log: {level: \"\\uD800\"}",
                        ":2:14: an escape here is half of a surrogate pair, not a character"),
                arguments("- a", ":1:1: expected a section with keys such as clusters:, got a list"),
                arguments("42", ":1:1: expected a section with keys such as clusters:, got the number 42"),
                arguments(good + "---\n" + good, ":2:1: a second document begins here; expected only one"),
                arguments("a: b\u0000", ":1:5: the character U+0000 is not allowed in YAML; expected plain text"),
                arguments(
                        "a: b\nc: \u001B[0m", ":2:4: the character U+001B is not allowed in YAML; expected plain text"),
                arguments(
                        good + "log: &x {level: &y info}\napi: {host: *y}",
                        ":3:13: aliases (*name) are not supported; write the value out"),
                arguments(
                        good + "log:\n  <<: {level: info}",
                        ":3:3: log: merge keys (<<) are not supported; write the keys out"),
                arguments(good + "log: !!map {}", ":2:6: tags (!name) are not supported; write the plain value"),
                arguments(
                        good + "log: {level: !secret x}",
                        ":2:14: tags (!name) are not supported; write the plain value"),
                arguments(good + "? [a]\n: b", ":2:3: a list or a mapping cannot be a key; expected a word"),
                arguments(
                        good + "log: " + "[".repeat(17) + "]".repeat(17),
                        ":2:21: nested too deeply; expected at most 16 levels"),
                arguments(
                        good + "log: {level: " + HUGE_NUMBER + "}",
                        ":2:14: log.level: expected one of error, warn, info, debug, got \"" + "9".repeat(60)
                                + "...\""),
                arguments(
                        good + "api: {port: " + HUGE_NUMBER + "}",
                        ":2:13: api.port: expected a whole number, 0 to 65535, got the number " + "9".repeat(20)
                                + "..."));
    }

    @ParameterizedTest
    @MethodSource
    void refusesWhatIsNotYaml(String yaml) {
        assertThat(Loaded.problemsOf(yaml))
                .singleElement()
                .asString()
                .matches("(?s)exporter\\.yaml:\\d+:\\d+: not valid YAML: .+");
    }

    static Stream<Arguments> refusesWhatIsNotYaml() {
        return Stream.of(
                argumentSet("tab as indentation", "clusters:\n\t- name: a\n"),
                argumentSet("unclosed double quote", "clusters: \"a\n"),
                argumentSet("unclosed single quote", "clusters: 'a\n"),
                argumentSet("unclosed list", "clusters: [a\n"),
                argumentSet("unclosed mapping", "clusters: {a: b\n"),
                argumentSet("wrong indentation", "clusters:\n  - name: a\n slurm: b\n"),
                argumentSet("two colons", "clusters: a: b\n"),
                argumentSet("unknown escape", "clusters: \"\\q\"\n"),
                argumentSet("escape beyond Unicode", "clusters: \"\\UFFFFFFFF\"\n"),
                argumentSet("escape one beyond Unicode", "clusters: \"\\U00110000\"\n"),
                argumentSet("escape that is not hexadecimal", "clusters: \"\\xZZ\"\n"),
                argumentSet("unknown directive version", "%YAML 99999999999999999999.1\n---\na: b\n"),
                argumentSet("unfinished directive", "%TAG\n---\na: b\n"),
                argumentSet("bad percent escape in a tag", "a: !<%ZZ> b\n"),
                argumentSet("reserved character", "clusters: @a\n"),
                argumentSet("text after a quote", "clusters: \"a\" b\n"),
                argumentSet("undefined tag handle", "a: !x!y b\n"));
    }

    @ParameterizedTest
    @MethodSource
    void comesToAnEndOnWhatIsMadeToHang(String yaml) {
        assertThatThrownBy(() -> Loaded.from(yaml)).isInstanceOf(ConfigException.class);
    }

    static Stream<Arguments> comesToAnEndOnWhatIsMadeToHang() {
        String levels = IntStream.range(1, 30)
                .mapToObj(i -> "a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ",").repeat(9) + "]\n")
                .reduce("a0: &a0 [x]\n", String::concat);
        String manyKeys = IntStream.range(0, 20_000)
                .mapToObj(i -> "key" + i + ": 1\n")
                .reduce(new StringBuilder(), StringBuilder::append, StringBuilder::append)
                .toString();
        return Stream.of(
                argumentSet("alias bomb", levels),
                argumentSet("alias of itself", "clusters: &a [*a]\n"),
                argumentSet("half a million lists", "[".repeat(500_000)),
                argumentSet("half a million mappings", "{".repeat(500_000)),
                argumentSet("deep block lists", "- ".repeat(250_000)),
                argumentSet("deep keys", "? ".repeat(250_000)),
                argumentSet("many keys", manyKeys),
                argumentSet("one huge key", "k".repeat(1_000_000) + ": 1"),
                argumentSet("huge exponent", "poll: {dutyCycle: 1e" + HUGE_NUMBER + "}"),
                argumentSet("huge duration", "poll: {interval: " + HUGE_NUMBER + "h}"),
                argumentSet("huge digits of a duration", "poll: {interval: " + "1_".repeat(100_000) + "}"));
    }

    @ParameterizedTest
    @MethodSource
    void refusesAWrongTypeAtEveryKey(String path, String yaml) {
        assertThat(Loaded.messages(yaml))
                .anyMatch(problem -> problem.startsWith(path + ": ") || problem.startsWith(path + "[0]: "));
    }

    static Stream<Arguments> refusesAWrongTypeAtEveryKey() {
        List<String> wrong = List.of("", "~", "[]", "[[1]]", "{a: b}", "{}", "\" \"", "99999999999999999999", "-1.5");
        List<String> paths = paths("", ExporterConfig.SECTION).toList();
        return paths.stream()
                .flatMap(path -> wrong.stream()
                        .filter(value -> !value.startsWith("{")
                                || paths.stream().noneMatch(other -> other.startsWith(path + ".")))
                        .map(value -> arguments(path, fileWith(path, value))));
    }

    /** Returns the paths of all keys that the loader accepts. */
    private static Stream<String> paths(String above, SectionType<?> section) {
        return section.keys().stream().flatMap(key -> {
            String path = above + key.name();
            ValueType<?> type = key.type();
            if (type instanceof ListType<?> list) {
                return Stream.concat(Stream.of(path), paths(path + "[0].", list.item()));
            }
            Stream<String> below = type instanceof SectionType<?> child ? paths(path + ".", child) : Stream.of();
            return Stream.concat(Stream.of(path), below);
        });
    }

    private static String fileWith(String path, String value) {
        if (path.equals("clusters")) {
            return "clusters: " + value;
        }
        if (path.startsWith("clusters[0].slurm.")) {
            return cluster("name: a, slurm: {" + nested(path.substring("clusters[0].slurm.".length()), value) + "}");
        }
        if (path.startsWith("clusters[0].")) {
            return cluster(nested(path.substring("clusters[0].".length()), value));
        }
        return cluster("name: a") + "\n" + nested(path, value);
    }

    private static String cluster(String keys) {
        return "clusters: [{" + keys + "}]";
    }

    private static String nested(String path, String value) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            return path + ": " + value;
        }
        String inner = "{" + nested(path.substring(dot + 1), value) + "}";
        String key = path.substring(0, dot);
        return key.endsWith("[0]")
                ? key.substring(0, key.length() - "[0]".length()) + ": [" + inner + "]"
                : key + ": " + inner;
    }
}
