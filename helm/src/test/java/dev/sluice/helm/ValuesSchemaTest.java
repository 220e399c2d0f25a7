package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.marcnuri.helm.TemplateCommand;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the schema has exactly the keys of values.yaml. The schema rejects invalid values before the installation.
 */
class ValuesSchemaTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            clusters: []                                           | clusters
            cluster: {slurm: {urll: x}}                            | urll
            cluster: {slurm: {url: "ftp://x"}}                     | url
            cluster: {slurm: {url: "http://user:secret@x"}}        | url
            cluster: {slurm: {apiVersion: "v0.0.39"}}              | apiVersion
            cluster: {token: {jwt: x}}                             | jwt
            cluster: {token: {slinky: {lifetime: 12}}}             | lifetime
            cluster: {kubernetes: {scaling: {spare: 1}}}           | spare
            cluster: {kubernetes: {nodeSets: [{max: 3}]}}          | name
            additionalClusters: [{name: x}]                        | slurm
            exporter: {config: {poll: {intervall: 5s}}}            | intervall
            exporter: {config: {poll: {interval: 5}}}              | interval
            exporter: {config: {cloudwatch: true}}                 | cloudwatch
            exporter: {config: {prometheus: {url: 'http://h'}}}    | value must be 'removed: the exporter no longer queries
            exporter: {config: {otlp: {sigv4: {enabled: true}}}}   | value must be 'removed: the exporter no longer signs
            exporter: {cloudwatchLease: {enabled: false}}          | value must be 'removed: remove the key, because
            cluster: {kubernetes: {scaling: {headroom: fit}}}      | value must be 'removed: jobs that fit below the maximum
            exporter: {config: {clusters: []}}                     | clusters
            exporter: {config: {otlp: {endpont: "http://x"}}}      | endpont
            cluster: {kubernetes: {nodeSets: [{name: a, node: {cpus: 1, memory: 512G}}]}} | memory
            exporter: {image: {tag: latest}}                       | tag
            exporter: {image: {digest: "sha256:1"}}                | digest
            exporter: {replicas: 2}                                | replicas
            exporter: {access: {token: x}}                         | token
            exporter: {access: {tls: {certFile: x}}}               | certFile
            exporter: {access: {tls: {existingSecret: "a b"}}}     | existingSecret
            exporter: {access: {tls: {clientCaSecret: ca}}}        | existingSecret
            exporter: {access: {tls: {existingSecret: a, clientCaSecret: ca}}} | clientSecret
            exporter: {access: {tls: {existingSecret: a, clientSecret: c}}}    | clientCaSecret
            exporter: {access: {auth: {basicUser: ops}}}           | existingSecret
            exporter: {access: {auth: {existingSecret: a, basicUser: "a:b"}}}  | basicUser
            exporter: {access: {auth: {existingSecret: a, tokenKey: ""}}}      | tokenKey
            exporter: {access: {auth: {existingSecret: a, tokenKey: "../x"}}}  | tokenKey
            exporter: {access: {proxy: {userHeader: X-User}}}      | proxy
            exporter: {access: {proxy: {userHeader: "X User", addresses: 10.0.0.1}}} | userHeader
            exporter: {access: {proxy: {operatorGroups: admins}}}  | groupsHeader
            exporter: {ingress: {host: a.example.org}}             | host
            exporter: {httpRoute: {parentRefs: [{namespace: x}]}}  | name
            adapter: {replicas: 0}                                 | replicas
            adapter: {port: 70000}                                 | port
            adapter: {tls: {mode: none}}                           | mode
            adapter: {tls: {mode: secret}}                         | existingSecret
            adapter: {hpaTolerance: 2}                             | hpaTolerance
            adapter: {extraArgs: [auth]}                           | extraArgs
            autoscaling: {nodeSets: [{name: a, max: 1}]}           | via
            autoscaling: {nodeSets: [{name: a, via: keda}]}        | max
            monitoring: {kind: PodScrape}                          | kind
            monitoring: {apiVersion: v1}                           | apiVersion
            additionalClusters: [{name: "", slurm: {url: "http://x"}}] | name
            adapter: {externalMetrics: "yes"}                      | externalMetrics
            rules: {kind: PrometheusRuleGroup}                     | location
            rules: {kind: PrometheusRuleGroup, azure: {location: westeurope, resourceGroupId: rg}} | resourceGroupId
            rules: {groups: {gpu: true}}                           | gpu
            rules: {overrides: {SlurmRestApiDown: {severity: page}}} | severity
            dashboards: {grafanaOperator: {enabled: "yes"}}        | enabled
            networkPolicy: {kubernetesPorts: []}                   | kubernetesPorts
            """)
    void refuses(String values, String culprit) throws IOException {
        assertThatThrownBy(() -> render(values))
                .hasMessageContaining("values don't meet the specifications of the schema")
                .hasMessageContaining(culprit);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exporter: {config: {otlp: {endpoint: \"http://collector:4318\", headers: [{name: a, value: b}]}}}",
                "global: {imageRegistry: x}",
                "adapter: {hpaTolerance: 0.1}",
                "exporter: {access: {tls: {existingSecret: a.b-c}}}",
                "exporter: {access: {auth: {existingSecret: a, tokenKey: api_token.txt, basicUser: Jo}}}",
                "adapter: {hpaTolerance: \"0.05\"}",
                "{additionalClusters: [{name: b, slurm: {url: \"http://b\"}}], rules: {kind: PrometheusRule}}",
                "cluster: {slurm: {url: \"https://slurm.example.org/base\"}}"
            })
    void takes(String values) throws IOException {
        assertThat(render(values)).isNotEmpty();
    }

    /** The schema cannot compare two keys; the templates do. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            autoscaling: {nodeSets: [{name: a, via: external, max: 1}]}, adapter: {externalMetrics: false} | needs adapter.externalMetrics
            autoscaling: {nodeSets: [{name: a, via: object, max: 1}]}       | needs adapter.customMetrics
            autoscaling: {nodeSets: [{name: a, via: keda-adapter, max: 1}]} | needs adapter.keda.enabled
            autoscaling: {nodeSets: [{name: a, via: external, max: 1}]}, adapter: {enabled: false}  | needs adapter.enabled
            autoscaling: {nodeSets: [{name: a, via: keda, max: 1}]}, exporter: {access: {auth: {existingSecret: s}}} | use keda-adapter
            autoscaling: {nodeSets: [{name: a, via: keda, max: 1}]}, exporter: {access: {tls: {existingSecret: s}}}  | use keda-adapter
            autoscaling: {nodeSets: [{name: a, via: keda, max: 1}]}, cluster: {kubernetes: {namespace: "*"}} | needs a namespace
            autoscaling: {nodeSets: [{name: a, via: external, min: 5, max: 2}]} | a has min 5 above max 2
            autoscaling: {nodeSets: [{name: a, via: external, max: 2}, {name: a, via: keda, max: 2}]} | a is listed twice (via external and via keda)
            autoscaling: {nodeSets: [{name: a, via: external, min: 0, max: 2}]} | Kubernetes v1.36.0 refuses in an HPA
            rules: {disabled: [SlurmNodeDrainStruck]}                       | rules.disabled: no alert is named SlurmNodeDrainStruck; did you mean SlurmNodeDrainStuck?
            rules: {overrides: {SlurmControlerDown: {for: 5m}}}             | rules.overrides: no alert is named SlurmControlerDown; did you mean SlurmControllerDown?
            rules: {disabled: [SlurmZ]}                                     | rules.disabled: no alert is named SlurmZ
            exporter: {squeue: {image: "registry.example.org/login:1"}}     | exporter.squeue.image needs cluster.slurm.squeueServer
            exporter: {ingress: {enabled: true}}, networkPolicy: {apiFrom: [{podSelector: {}}]}   | exporter.ingress.hosts is empty
            exporter: {httpRoute: {enabled: true}}, networkPolicy: {apiFrom: [{podSelector: {}}]} | exporter.httpRoute.parentRefs is empty
            exporter: {ingress: {enabled: true, hosts: [a.example.org]}}    | networkPolicy.apiFrom is empty
            exporter: {httpRoute: {enabled: true, parentRefs: [{name: g}]}} | networkPolicy.apiFrom is empty
            monitoring: {kind: ClusterPodMonitoring}, rules: {kind: Rules}  | set rules.kind to ClusterRules
            additionalClusters: [{name: b, slurm: {url: "http://b"}}], rules: {kind: ClusterRules} | cannot tell additionalClusters apart
            """)
    void refusesValuesThatDoNotFitEachOther(String values, String reason) {
        assertThatThrownBy(() -> render("{" + values + "}")).hasMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{nodeSets: [{name: a, via: external, min: 0, max: 2}], hpaScaleToZero: true}",
                "{nodeSets: [{name: a, via: keda, min: 0, max: 2}]}",
                "{nodeSets: [{name: a, via: external, max: 2}, {name: a, namespace: other, via: external, max: 2}]}"
            })
    void takesAutoscalersThatKubernetesTakes(String autoscaling) throws IOException {
        assertThat(render("{autoscaling: " + autoscaling + "}")).contains("name: \"a\"\n");
    }

    @Test
    void refusesOldKubernetes() {
        assertThatThrownBy(() -> template().withKubeVersion("v1.28.0").call()).hasMessageContaining("1.28.0");
    }

    @Test
    void clusterNeedsAName() {
        assertThatThrownBy(() -> template().set("cluster.name", "two words").call())
                .hasMessageContaining("values don't meet the specifications of the schema");
        assertThatThrownBy(() -> template().call())
                .hasMessageContaining("cluster.name is required")
                .hasMessageContaining("--set cluster.name=research");
    }

    private String render(String values) throws IOException {
        Path file = Files.writeString(directory.resolve("values.yaml"), values);
        return template()
                .withValuesFile(file)
                .set("cluster.name", Installation.CLUSTER)
                .call();
    }

    private static TemplateCommand template() {
        return Installation.helm().template().withKubeVersion(Installation.NEW_KUBERNETES);
    }

    @Test
    void schemaAndValuesHaveTheSameKeys() throws IOException {
        JsonNode schema = new ObjectMapper()
                .readTree(Installation.chart().resolve("values.schema.json").toFile());
        Map<String, Object> values = Yaml.file(Installation.chart().resolve("values.yaml"));
        Set<String> inSchema = new TreeSet<>();
        keys(schema, schema, "", inSchema);

        // The test skips the keys that match this pattern: a removed key, and keys below which all keys are allowed, or
        // belong to lists or to the exporter's configuration.
        Pattern open = Pattern.compile(
                "(global|.*\\.cloudwatchLease|.*\\.config|.*\\.scaling|.*\\.resources|.*\\.issuerRef)(\\..*)?");
        assertThat(inSchema)
                .filteredOn(key -> !open.matcher(key).matches())
                .allSatisfy(key ->
                        assertThat(Yaml.at(values, key.split("\\."))).as(key).isPresent());
    }

    private static void keys(JsonNode schema, JsonNode node, String prefix, Set<String> found) {
        JsonNode here = node.has("$ref") ? schema.at(node.get("$ref").asText().substring(1)) : node;
        here.path("properties").properties().forEach(property -> {
            String key = prefix + property.getKey();
            found.add(key);
            keys(schema, property.getValue(), key + ".", found);
        });
        if (here.path("type").asText().equals("object") && !here.has("properties") && !prefix.isEmpty()) {
            assertThat(here.path("additionalProperties").asBoolean(true)).isTrue();
        } else if (here.has("properties")) {
            assertThat(here.path("additionalProperties").asBoolean(true))
                    .as(prefix)
                    .isFalse();
        }
    }

    /**
     * The exporter checks its configuration file at startup. The schema has the same keys, and reports errors before
     * the installation.
     */
    @ParameterizedTest
    @ValueSource(strings = {"poll", "metrics", "log"})
    void schemaHasTheKeysOfTheExportersConfiguration(String section) throws IOException {
        JsonNode schema = new ObjectMapper()
                .readTree(Installation.chart().resolve("values.schema.json").toFile());
        String reference = Files.readString(GoldenFile.repositoryRoot().resolve("docs/configuration.md"));
        String table = reference.substring(reference.indexOf("### `" + section + "`"));
        List<String> documented = table.split("\n#", 2)[0]
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.replaceFirst("\\| `([^`]+)`.*", "$1"))
                .toList();

        JsonNode properties = schema.at("/properties/exporter/properties/config/properties/" + section + "/properties");
        assertThat(properties.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(documented);
    }
}
