package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.sluice.exporter.publish.NodeSetConfig;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExporterConfigTest {

    @Test
    void describesItselfAsTheFileThatWouldMakeIt() throws ConfigException, IOException {
        String noDefaultLeft = Loaded.resource("no-default-left.yaml");

        ExporterConfig config = Loaded.from(noDefaultLeft);
        assertThat(config.describe()).isEqualTo(noDefaultLeft);
        NodeSetConfig gpu = config.clusters().get(0).kubernetes().nodeSets().get(0);
        assertThat(gpu.namespace()).isEqualTo("slurm");
        assertThat(gpu.name()).isEqualTo("gpu");
        assertThat(gpu.node().orElseThrow().memoryBytes()).isEqualTo(1_649_267_441_664L);
    }

    @Test
    void describesTheDefaultsToo() throws ConfigException, IOException {
        assertThat(Loaded.from("clusters: [{name: a, slurm: {url: 'https://h'}}]")
                        .describe())
                .isEqualTo(Loaded.resource("defaults.yaml"));
    }

    @ParameterizedTest
    @MethodSource
    void readsBackToAnEqualConfiguration(String yaml) throws ConfigException {
        ExporterConfig config = Loaded.from(yaml);

        assertThat(Loaded.from(config.describe())).isEqualTo(config);
        assertThat(Loaded.from(config.describeOnOneLine())).isEqualTo(config);
    }

    static Stream<Arguments> readsBackToAnEqualConfiguration() throws IOException {
        String named = "clusters: [{name: \"%s\", slurm: {url: 'http://[::1]/a,b'}}]";
        return Stream.of(
                argumentSet("no default left", Loaded.resource("no-default-left.yaml")),
                argumentSet("smallest", ConfigReference.MINIMAL),
                argumentSet("complete", ConfigReference.example()),
                argumentSet("number as name", named.formatted("0123")),
                argumentSet("octal number as name", named.formatted("0o17")),
                argumentSet("word as name", named.formatted("On")),
                argumentSet("quotes in a name", named.formatted("a\\\"b'c\\\\")),
                argumentSet("signs of YAML in a name", named.formatted("- [a]: {b}, #c & *d !e |f >g %h @i `j`")),
                argumentSet("colon in a name", named.formatted("a: b:")),
                argumentSet("blanks around a name", named.formatted(" a ")),
                argumentSet("letters from afar", named.formatted("Zürich 計算 🚀")),
                argumentSet("odd blanks", named.formatted("a\u2028b\u00A0c\uFEFFd")),
                argumentSet("128 characters outside of the basic plane", named.formatted("🚀".repeat(128))),
                argumentSet("blanks in a path", """
                        clusters:
                          - name: a
                            slurm: {url: "http://h", tokenFile: "a b: c.jwt"}
                        """));
    }

    /** Users always see the names of their own jobs. */
    @Test
    void readsJobNamesForTheUsersOfAProxy() {
        String yaml =
                "clusters: [{name: a, slurm: {url: 'http://h'}}]\napi: {proxy: {userHeader: U, addresses: '::1'}}";

        assertThat(Loaded.good(yaml).api().readsJobNames()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[gpu, tpu, npu]", "gpu, tpu, npu", "\n  - gpu\n  - tpu\n  - npu"})
    void wordsAreAListOrATextWithCommas(String accelerators) {
        String yaml = "clusters: [{name: a, slurm: {url: 'http://h'}}]\nmetrics:\n  accelerators: ";

        assertThat(Loaded.good(yaml + accelerators.replace("\n", "\n  ") + "\n")
                        .metrics()
                        .accelerators())
                .containsExactly("gpu", "tpu", "npu");
    }
}
