package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.exporter.config.cluster.KubernetesConfig;
import dev.sluice.exporter.publish.MachineGpusConfig;
import dev.sluice.exporter.publish.NodeSetConfig;
import dev.sluice.exporter.publish.NodeSetConfig.NodeShapeConfig;
import dev.sluice.exporter.publish.ScalingConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KubernetesSectionTest {

    private static final String CLUSTER = "clusters: [{name: a, slurm: {url: 'http://h'}, kubernetes: {%s}}]";

    @Test
    void readsEverythingThatOperatorsMaySay() throws ConfigException {
        ExporterConfig config = Loaded.from("""
                clusters:
                  - name: research
                    slurm: {url: 'http://h'}
                    kubernetes:
                      enabled: true
                      namespace: slurm
                      controller: lab
                      kubeconfig: kube/config
                      context: lab
                      nodes: true
                      machineGpus: {enabled: true, machines: 200, namespaces: 5}
                      maxObjects: 70000
                      scaling: {spares: 2, lookahead: 5m, agingTime: 2h, backoff: 20m, debounce: 30s, replaceUnusable: false, maxAge: 2m, selectTypeParameters: CR_Core}
                      nodeSets:
                        - name: gpu
                          min: 1
                          max: 32
                          cost: 10
                          backoff: 1h
                          node: {cpus: 192, memory: 1536Gi, gres: 'gpu:h100:8', features: 'ib,h100'}
                        - name: slurm/cpu
                          kind: statefulset
                """);

        KubernetesConfig expected = new KubernetesConfig(
                true,
                Optional.of("slurm"),
                Optional.of("lab"),
                Optional.of(Path.of("/etc/sluice/kube/config")),
                Optional.of("lab"),
                true,
                new MachineGpusConfig(true, 200, 5),
                70_000,
                new ScalingConfig(
                        2,
                        Duration.ofMinutes(5),
                        Duration.ofHours(2),
                        Duration.ofMinutes(20),
                        Duration.ofSeconds(30),
                        false,
                        Duration.ofMinutes(2),
                        Optional.of("CR_Core")),
                List.of(
                        new NodeSetConfig(
                                "slurm/gpu",
                                NodeSetConfig.NodeSetKind.NODESET,
                                Optional.of(1),
                                Optional.of(32),
                                Optional.of(10),
                                Optional.of(Duration.ofHours(1)),
                                Optional.of(new NodeShapeConfig(192, 1_649_267_441_664L, "gpu:h100:8", "ib,h100"))),
                        new NodeSetConfig(
                                "slurm/cpu",
                                NodeSetConfig.NodeSetKind.STATEFULSET,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty())));
        assertThat(config.clusters().get(0).kubernetes()).isEqualTo(expected);
        assertThat(Loaded.from(config.describe())).isEqualTo(config);
        assertThat(config.describe()).contains("memory: \"1536Gi\"");
    }

    @ParameterizedTest
    @MethodSource
    void refuses(String keys, String problem) {
        assertThat(Loaded.messages(CLUSTER.formatted(keys))).containsExactly("clusters[0].kubernetes." + problem);
    }

    static Stream<Arguments> refuses() {
        String memory = "expected an amount of memory such as 512Mi or 1500Gi, got ";
        String gres = "expected a list of GRES in slurm.conf syntax, such as gpu:h100:8 or tpu:8, got ";
        return Stream.of(
                arguments("enabled: yes", "enabled: expected true or false, got the word yes"),
                arguments(
                        "nodes: false, machineGpus: {enabled: true}",
                        "machineGpus.enabled: requires nodes: true, because Kubernetes nodes list the GPUs"),
                arguments("enable: true", "enable: unknown key; did you mean \"enabled\"?"),
                arguments("context: lab", "context: requires kubeconfig, which holds the contexts"),
                arguments(
                        "scaling: {headroom: fit}",
                        "scaling.headroom: removed: jobs that fit below the maximum only after other jobs end count"
                                + " after `agingTime`; remove the key, and lower `agingTime` to count them sooner"),
                arguments(
                        "scaling: {expectedEnds: false}",
                        "scaling.expectedEnds: removed: remove the key, and use a longer scale-down window of the HPA"
                                + " to keep nodes for the next jobs"),
                arguments(
                        "scaling: {drainTarget: 5m}",
                        "scaling.drainTarget: removed: remove the key, and lower the maximum of the NodeSet to start"
                                + " fewer nodes for short jobs"),
                arguments(
                        "scaling: {spares: -1}",
                        "scaling.spares: expected a whole number, 0 to 10000, got the number -1"),
                arguments("scaling: {maxAge: 181s}", "scaling.maxAge: expected a duration, 1s to 3m, got 3m1s"),
                arguments("nodeSets: [{name: gpu}]", "nodeSets: gpu has no namespace; expected namespace/gpu"),
                arguments(
                        "namespace: slurm, nodeSets: [{name: other/gpu}]",
                        "nodeSets: other/gpu is outside the namespace to read, which is slurm"),
                arguments(
                        "namespace: slurm, nodeSets: [{name: gpu}, {name: slurm/gpu}]",
                        "nodeSets: slurm/gpu is listed twice"),
                arguments(
                        "nodeSets: [{name: s/GPU}]",
                        "nodeSets[0].name: expected a name or namespace/name, got \"s/GPU\""),
                arguments("nodeSets: [{name: s/gpu, min: 3, max: 2}]", "nodeSets[0].min: greater than max, which is 2"),
                arguments(
                        node("cpus: 8"),
                        "nodeSets[0].node.memory: missing; expected amount of memory such as" + " 512Mi or 1500Gi"),
                arguments(
                        node("cpus: 8, memory: 8GB"),
                        "nodeSets[0].node.memory: " + memory + "\"8GB\"; did you mean 8Gi?"),
                arguments(node("cpus: 8, memory: 0Gi"), "nodeSets[0].node.memory: " + memory + "\"0Gi\""),
                arguments(
                        node("cpus: 8, memory: 8Gi, gres: '8xh100'"), "nodeSets[0].node.gres: " + gres + "\"8xh100\""));
    }

    private static String node(String keys) {
        return "nodeSets: [{name: s/gpu, node: {" + keys + "}}]";
    }
}
