package dev.sluice.adapter;

import static org.awaitility.Awaitility.await;

import dev.sluice.common.RawConnection.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A running adapter that is registered with the API server of a kubeconfig. The registration consists of a namespace, a
 * Service that points to this machine, and both APIServices, which do not verify the adapter's certificate. {@code
 * close} removes all these objects.
 */
final class RegisteredAdapter implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(100);
    private static final String API_SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
    private static final String SERVICE = "adapter";
    private static final List<List<String>> GROUPS =
            List.of(List.of("external.metrics.k8s.io", "v1beta1"), List.of("custom.metrics.k8s.io", "v1beta2"));

    private final ApiServerClient kubernetes;
    private final String namespace;
    private final AdapterApp app;
    private final List<String> made = new ArrayList<>();

    /**
     * Registers the adapter, and waits until the API server reaches the adapter.
     *
     * @param address name or address by which the API server reaches this machine
     * @param interval interval between two checks for changes
     */
    RegisteredAdapter(Path kubeconfig, String address, FakeExporter exporter, Duration interval) throws IOException {
        kubernetes = new ApiServerClient(kubeconfig);
        namespace = "sluice-contract-" + Long.toHexString(System.nanoTime());
        app = new AdapterApp(
                AdapterFixture.config(
                        Map.of(),
                        List.of(
                                "--exporter=" + exporter.url(),
                                "--listen=" + (address.equals("localhost") ? "127.0.0.1" : "0.0.0.0"),
                                "--port=0",
                                "--metrics-port=0",
                                "--kubeconfig=" + kubeconfig,
                                "--tls-self-signed",
                                "--interval=50ms")),
                new Security.Timing(interval, interval),
                Clock.systemUTC(),
                // The time is fixed, so that data never becomes too old, even if the checks take long.
                () -> 0L,
                "1.2.3",
                unused -> {});
        try {
            register(address);
            for (List<String> group : GROUPS) {
                String path = "/apis/" + group.get(0) + "/" + group.get(1);
                try {
                    await().atMost(PATIENCE)
                            .until(() -> kubernetes.get(path, List.of()).status() == 200);
                } catch (ConditionTimeoutException unreached) {
                    throw new AssertionError(notReached(group, address), unreached);
                }
            }
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** Returns the APIServices that already exist. These APIServices belong to another program. */
    static List<String> alreadyServed(Path kubeconfig) throws IOException {
        try (ApiServerClient kubernetes = new ApiServerClient(kubeconfig)) {
            return GROUPS.stream()
                    .map(RegisteredAdapter::name)
                    .filter(name ->
                            kubernetes.get(API_SERVICES + "/" + name, List.of()).status() != 404)
                    .toList();
        }
    }

    /** Returns the API server's reason for not reaching the adapter, and the requirements of the test. */
    private String notReached(List<String> group, String address) {
        return "the API server does not reach the adapter at " + address + ":" + app.port()
                + ". It needs --enable-aggregator-routing=false, its default (with true it refuses a Service of type"
                + " ExternalName), and an address of this machine in SLUICE_ADAPTER_ADDRESS. It says of the APIService "
                + name(group) + ": "
                + kubernetes.get(API_SERVICES + "/" + name(group), List.of()).text();
    }

    private static String name(List<String> group) {
        return group.get(1) + "." + group.get(0);
    }

    private void register(String address) {
        make("/api/v1/namespaces", namespace, """
                {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"%s"}}
                """.formatted(namespace));
        // This Service points to this machine from every location of the API server, and needs no endpoints.
        make("/api/v1/namespaces/" + namespace + "/services", SERVICE, """
                {"apiVersion":"v1","kind":"Service","metadata":{"name":"%s","namespace":"%s"},
                 "spec":{"type":"ExternalName","externalName":"%s"}}
                """.formatted(SERVICE, namespace, address));
        for (List<String> group : GROUPS) {
            make(API_SERVICES, name(group), """
                    {"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService","metadata":{"name":"%s"},
                     "spec":{"group":"%s","version":"%s","groupPriorityMinimum":100,"versionPriority":100,
                      "insecureSkipTLSVerify":true,
                      "service":{"namespace":"%s","name":"%s","port":%d}}}
                    """.formatted(
                            name(group), group.get(0), group.get(1), namespace, SERVICE, app.port()));
        }
    }

    private void make(String collection, String name, String object) {
        Reply reply = kubernetes.post(collection, object);
        if (reply.status() != 201) {
            throw new AssertionError("cannot make " + collection + "/" + name + ": " + reply.text());
        }
        made.add(0, collection + "/" + name);
    }

    /**
     * Returns the response to a user of the API server.
     *
     * @param user user to impersonate; empty for no impersonation
     */
    Reply get(Optional<String> user, String target, List<String> headers) {
        List<String> lines = new ArrayList<>(headers);
        user.ifPresent(name -> lines.add("Impersonate-User: " + name));
        return kubernetes.get(target, lines);
    }

    /** Removes the APIServices first, because an APIService without a backend would block the namespace's deletion. */
    @Override
    public void close() {
        try {
            made.forEach(kubernetes::delete);
        } finally {
            app.close();
            kubernetes.close();
        }
    }
}
