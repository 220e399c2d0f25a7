package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.common.RawConnection.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Uses the real API server that an environment variable names; without the variable, the tests are skipped. See
 * docs/internals/development.md.
 */
class RealApiServerIT extends ContractChecks {

    private static final String KUBECONFIG = "SLUICE_KUBECONFIG";
    private static final String ADDRESS = "SLUICE_ADAPTER_ADDRESS";

    private static Optional<FakeExporter> exporter = Optional.empty();
    private static Optional<RegisteredAdapter> adapter = Optional.empty();

    @BeforeAll
    static void start() throws IOException {
        Optional<Path> kubeconfig = Optional.ofNullable(System.getenv(KUBECONFIG))
                .filter(file -> !file.isEmpty())
                .map(Path::of);
        assumeTrue(kubeconfig.isPresent(), "skipped: no real API server; " + KUBECONFIG + " names no kubeconfig");
        List<String> served = RegisteredAdapter.alreadyServed(kubeconfig.get());
        assumeTrue(served.isEmpty(), "skipped: the cluster has these already, and they are left alone: " + served);
        exporter = Optional.of(FakeExporter.answering(200, CapturedRequests.demand()));
        String address = Objects.requireNonNullElse(System.getenv(ADDRESS), "localhost");
        adapter = Optional.of(new RegisteredAdapter(kubeconfig.get(), address, exporter.get(), Duration.ofMillis(500)));
    }

    @AfterAll
    static void stop() {
        adapter.ifPresent(RegisteredAdapter::close);
        exporter.ifPresent(FakeExporter::close);
    }

    @Override
    Reply get(String target, String... headers) {
        return adapter.orElseThrow().get(Optional.empty(), target, List.of(headers));
    }

    /** The API server reviews its users itself. */
    @Test
    void whoMayNotReadItIsRefusedByTheApiServer() throws IOException {
        Reply reply = adapter.orElseThrow()
                .get(
                        Optional.of("jane"),
                        AdapterFixture.EXTERNAL + "/namespaces/slurm/slurm_nodeset_desired_replicas",
                        List.of());
        assertThat(reply.status()).isEqualTo(403);
        assertThat(FakeKubernetes.JSON.readTree(reply.text())).isEqualTo(FakeKubernetes.captured("auth/jane-get.json"));
    }

    @Override
    FakeExporter exporter() {
        return exporter.orElseThrow();
    }
}
