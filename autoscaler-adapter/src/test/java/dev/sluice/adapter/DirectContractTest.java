package dev.sluice.adapter;

import dev.sluice.adapter.TlsClient.Reply;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connects directly to the adapter, over TLS, like the front proxy. */
class DirectContractTest extends ContractChecks {

    @RegisterExtension
    private final SecuredScene scene = new SecuredScene(CapturedRequests.demand());

    @Override
    Reply get(String target, String... headers) {
        return scene.adapter.get("front-proxy", target, headers);
    }

    @Override
    FakeExporter exporter() {
        return scene.exporter;
    }
}
