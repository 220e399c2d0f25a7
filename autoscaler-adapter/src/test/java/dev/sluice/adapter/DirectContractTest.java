package dev.sluice.adapter;

import dev.sluice.adapter.TlsClient.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connects directly to the adapter, over TLS, like the front proxy. */
class DirectContractTest extends ContractChecks {

    @RegisterExtension
    private static final SecuredScene scene = new SecuredScene(CapturedRequests.demand());

    @Override
    Reply get(String user, String target, String... headers) {
        List<String> lines = new ArrayList<>(List.of(headers));
        lines.add("X-Remote-User: " + user);
        lines.add("X-Remote-Group: " + (user.equals(MASTER) ? "system:masters" : "dev"));
        return scene.adapter.get("front-proxy", target, lines.toArray(String[]::new));
    }

    @Override
    FakeExporter exporter() {
        return scene.exporter;
    }
}
