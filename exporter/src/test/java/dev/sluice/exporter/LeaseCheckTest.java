package dev.sluice.exporter;

import static com.github.tomakehurst.wiremock.client.WireMock.matchingJsonPath;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.doctor.CheckResult;
import dev.sluice.exporter.doctor.CheckResult.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaseCheckTest {

    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

    private final WireMockServer server =
            new WireMockServer(WireMockConfiguration.options().dynamicPort().bindAddress("127.0.0.1"));

    @TempDir
    private Path folder;

    @BeforeEach
    void start() {
        server.start();
        server.stubFor(post(urlEqualTo(REVIEWS)).willReturn(okJson("{\"status\":{\"allowed\":true}}")));
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void asksForTheRightsThatTheChartGrants() throws IOException {
        assertThat(results("lease: {enabled: true, namespace: slurm, kubeconfig: KUBECONFIG}"))
                .containsExactly(new CheckResult(
                        Level.OK,
                        "alpha",
                        "cloudwatch-lease",
                        "the rights on the Lease slurm/sluice-cloudwatch are sufficient",
                        ""));

        for (String verb : List.of("get", "update")) {
            server.verify(
                    1,
                    postRequestedFor(urlEqualTo(REVIEWS))
                            .withRequestBody(
                                    matchingJsonPath("$.spec.resourceAttributes[?(@.group == 'coordination.k8s.io'"
                                            + " && @.resource == 'leases' && @.namespace == 'slurm' && @.verb == '"
                                            + verb
                                            + "' && @.name == 'sluice-cloudwatch')]")));
        }
        server.verify(
                1,
                postRequestedFor(urlEqualTo(REVIEWS))
                        .withRequestBody(
                                matchingJsonPath("$.spec.resourceAttributes[?(@.verb == 'create' && !@.name)]")));
    }

    @Test
    void namesTheMissingRights() throws IOException {
        for (String verb : List.of("create", "update")) {
            server.stubFor(post(urlEqualTo(REVIEWS))
                    .withRequestBody(matchingJsonPath("$.spec.resourceAttributes[?(@.verb == '" + verb + "')]"))
                    .willReturn(okJson("{\"status\":{\"allowed\":false}}")));
        }

        assertThat(results("lease: {enabled: true, namespace: slurm, name: mine, kubeconfig: KUBECONFIG}"))
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.level()).isEqualTo(Level.FAILED);
                    assertThat(result.text())
                            .isEqualTo("the exporter's account may not create and update the Lease slurm/mine");
                    assertThat(result.cure()).contains("exporter.cloudwatchLease.enabled");
                });
    }

    @Test
    void namesTheReasonIfTheApiServerIsNotReachable() throws IOException {
        server.stop();

        assertThat(results("lease: {enabled: true, namespace: slurm, kubeconfig: KUBECONFIG}"))
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.level()).isEqualTo(Level.FAILED);
                    assertThat(result.text())
                            .startsWith("the rights on the Lease slurm/sluice-cloudwatch are unknown: ");
                });
    }

    @Test
    void asksNothingWithoutALease() throws IOException {
        assertThat(results("lease: {enabled: false}")).isEmpty();
    }

    private List<CheckResult> results(String lease) throws IOException {
        Path kubeconfig =
                Files.writeString(folder.resolve("kubeconfig"), """
                {"current-context": "a", "contexts": [{"name": "a", "context": {"cluster": "a", "user": "a"}}],
                "clusters": [{"name": "a", "cluster": {"server": "http://127.0.0.1:%d"}}],
                "users": [{"name": "a", "user": {}}]}
                """.formatted(server.isRunning() ? server.port() : 1));
        return LeaseCheck.results(
                Loaded.good("""
                        clusters: [{name: alpha, slurm: {url: 'http://127.0.0.1:1'}}, {name: beta, slurm: {url: 'http://127.0.0.1:1'}}]
                        cloudwatch: {enabled: true, region: eu-central-1, %s}
                        """.formatted(lease.replace("KUBECONFIG", kubeconfig.toString()))), Map.of());
    }
}
