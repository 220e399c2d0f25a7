package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.cluster.KubernetesConfig;
import dev.sluice.exporter.publish.MachineGpusConfig;
import dev.sluice.exporter.publish.NodeSetConfig;
import dev.sluice.exporter.publish.NodeSetConfig.NodeShapeConfig;
import dev.sluice.exporter.publish.ScalingConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KubernetesSectionTest {

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
}
