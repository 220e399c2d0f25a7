package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExporterConfigTest {

    private static final String NO_DEFAULT_LEFT = """
            clusters:
              - name: research
                slurm:
                  url: https://slurm-restapi.slurm:6820/base
                  user: slurm
                  tokenFile: /var/run/secrets/slurm/SLURM_JWT
                  apiVersion: v0.0.42
                  maxRecords: 50000
                  controllerMetrics: http://slurmctld:6817
                  tls:
                    caFile: /etc/sluice/ca.pem
                    certFile: /etc/sluice/client.pem
                    keyFile: /etc/sluice/client-key.pem
                    verifyHost: false
              - name: "yes"
                slurm:
                  url: unix:///run/slurmrestd.sock
                  user: ""
                  tokenEnv: SLURM_JWT
                  maxRecords: 1000000
                  controllerMetrics: auto
            poll:
              interval: 1m30s
              dutyCycle: 0.25
              maxInterval: 4m
              maxAge: 9m
              timeout: 10s
              jobsTimeout: 10s500ms
              slowInterval: 3m
              accountingInterval: 4m30s
              budget:
                memory: "4Gi"
                cpu: 0.5
            prometheus:
              host: 127.0.0.1
              port: 0
            api:
              host: "::1"
              port: 65535
              showUsers: true
              showJobNames: true
            metrics:
              topUsers: 0
              topAccounts: 1
              queues: 7
              nodes: 9
              userNames: hash
              accountNames: drop
              jobs:
                enabled: true
                budget: 0
                gpuBudget: 7
              slots:
                cpusPerGpu: 12
                memoryPerGpu: "100Gi"
              accelerators: "gpu, tpu"
            cloudwatch:
              enabled: true
              namespace: HPC/Slurm
              region: eu-central-1
              endpoint: https://monitoring.eu-central-1.amazonaws.com
              clusterName: "my eks"
              interval: 5m
              maxMetrics: 7
              pricePerMetric: 0.5
              partitions: false
              nodeSets: false
              leader: sluice-exporter-0
              metrics:
                - name: gpus_by_account
                  family: slurm_account_gpus_allocated
                  dimensions: account
                  fold: max
                - name: jobs.by-qos
                  family: slurm_job_run_seconds
                  dimensions: "partition, qos"
                  where: "partition=cpu|gpu, qos=normal"
                  fold: sum
            otlp:
              enabled: false
              protocol: http
              interval: 1m
              timeout: 10s
              compression: gzip
              maxPoints: 1000
            log:
              level: warn
              format: json
            """;

    @Test
    void describesItselfAsTheFileThatWouldMakeIt() throws ConfigException {
        assertThat(Loaded.from(NO_DEFAULT_LEFT).describe()).isEqualTo(NO_DEFAULT_LEFT);
    }

    @Test
    void describesTheDefaultsToo() throws ConfigException {
        assertThat(Loaded.from("clusters: [{name: a, slurm: {url: 'https://h'}}]")
                        .describe())
                .isEqualTo("""
                        clusters:
                          - name: a
                            slurm:
                              url: https://h:443
                              user: ""
                              maxRecords: 1000000
                              controllerMetrics: auto
                              tls:
                                verifyHost: true
                        poll:
                          interval: 15s
                          dutyCycle: 0.1
                          maxInterval: 5m
                          timeout: 30s
                          jobsTimeout: 3m
                          slowInterval: 1m
                          accountingInterval: 2m
                        prometheus:
                          host: 0.0.0.0
                          port: 9341
                        api:
                          host: 0.0.0.0
                          port: 8080
                          showUsers: false
                          showJobNames: false
                        metrics:
                          topUsers: 50
                          topAccounts: 50
                          queues: 100
                          nodes: 1000
                          userNames: show
                          accountNames: show
                          jobs:
                            enabled: false
                            budget: 2000
                            gpuBudget: 5000
                          slots:
                            cpusPerGpu: 1
                            memoryPerGpu: "1Gi"
                          accelerators: gpu
                        cloudwatch:
                          enabled: false
                          namespace: Slurm
                          interval: 1m
                          maxMetrics: 500
                          pricePerMetric: 0.3
                          partitions: true
                          nodeSets: true
                        otlp:
                          enabled: false
                          protocol: http
                          interval: 1m
                          timeout: 10s
                          compression: gzip
                          maxPoints: 1000
                        log:
                          level: info
                          format: text
                        """);
    }

    @ParameterizedTest
    @MethodSource
    void readsBackToAnEqualConfiguration(String yaml) throws ConfigException {
        ExporterConfig config = Loaded.from(yaml);

        assertThat(Loaded.from(config.describe())).isEqualTo(config);
        assertThat(Loaded.from(config.describeOnOneLine())).isEqualTo(config);
    }

    static Stream<Arguments> readsBackToAnEqualConfiguration() {
        String named = "clusters: [{name: \"%s\", slurm: {url: 'http://[::1]/a,b'}}]";
        return Stream.of(
                argumentSet("no default left", NO_DEFAULT_LEFT),
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
                argumentSet("blanks in a path", """
                        clusters:
                          - name: a
                            slurm: {url: "http://h", tokenFile: "a b: c.jwt"}
                        """));
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
