package dev.sluice.adapter.access;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.net.ConnectionFailure;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;

/** Reads a ConfigMap. */
public final class ConfigMapReader {

    private static final String SERVER = "the Kubernetes API server ";

    private ConfigMapReader() {}

    /** Returns a call that reads a ConfigMap; its failure is one line without secrets. */
    static BlockingCall<ConfigMap> of(KubernetesClient client, String namespace, String name) {
        return new BlockingCall<>("reading the ConfigMap", BlockingCall.DEADLINE, () -> {
            try {
                ConfigMap found = client.configMaps()
                        .inNamespace(namespace)
                        .withName(name)
                        .get();
                if (found == null) {
                    throw new IOException(SERVER + "has no such object");
                }
                return found;
            } catch (KubernetesClientException e) {
                throw new IOException(SERVER + reason(e), e);
            }
        });
    }

    private static String reason(KubernetesClientException e) {
        if (e.getCode() > 0 && e.getStatus() != null) {
            return "answered " + e.getCode()
                    + Optional.ofNullable(e.getStatus().getMessage())
                            .map(message -> ": " + message)
                            .orElse("");
        }
        return "sent no ConfigMap: "
                + (isCutOff(e)
                        ? "its response has more than " + (SizeLimit.MAX_BYTES >> 10) + " KiB"
                        : ConnectionFailure.of(e).reason());
    }

    private static boolean isCutOff(Throwable failure) {
        return failure instanceof CancellationException || (failure.getCause() != null && isCutOff(failure.getCause()));
    }

    /** Cuts off large responses of a client, because an endless response would fill the memory. */
    public static final class SizeLimit implements Interceptor {

        /** Dozens of certificate authorities. */
        private static final int MAX_BYTES = 256 << 10;

        @Override
        public AsyncBody.Consumer<List<ByteBuffer>> consumer(
                AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
            AtomicLong bytes = new AtomicLong();
            return (parts, body) -> {
                if (bytes.addAndGet(
                                parts.stream().mapToLong(ByteBuffer::remaining).sum())
                        > MAX_BYTES) {
                    body.cancel();
                } else {
                    consumer.consume(parts, body);
                }
            };
        }
    }
}
