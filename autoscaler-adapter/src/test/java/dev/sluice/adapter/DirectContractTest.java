package dev.sluice.adapter;

import dev.sluice.adapter.TlsClient.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Straight to the adapter, over TLS, as the front proxy does. */
class DirectContractTest extends ContractChecks {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static FakeKubernetes kubernetes;

    @SuppressWarnings("NullAway.Init")
    private static FakeExporter exporter;

    @SuppressWarnings("NullAway.Init")
    private static SecuredAdapter adapter;

    @BeforeAll
    static void start() throws IOException {
        kubernetes = new FakeKubernetes();
        kubernetes.trust(Pki.pem("proxy-ca"), "[\"front-proxy-client\"]");
        exporter = FakeExporter.answering(200, CapturedRequests.demand());
        adapter = SecuredAdapter.withFiles(folder, kubernetes, exporter);
        adapter.awaitTrust(kubernetes);
    }

    @AfterAll
    static void stop() {
        adapter.close();
        exporter.close();
        kubernetes.close();
    }

    @Override
    Reply get(String user, String target, String... headers) {
        List<String> lines = new ArrayList<>(List.of(headers));
        lines.add("X-Remote-User: " + user);
        lines.add("X-Remote-Group: " + (user.equals(MASTER) ? "system:masters" : "dev"));
        return adapter.get("front-proxy", target, lines.toArray(String[]::new));
    }

    @Override
    FakeExporter exporter() {
        return exporter;
    }
}
