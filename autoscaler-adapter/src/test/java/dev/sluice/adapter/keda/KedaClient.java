package dev.sluice.adapter.keda;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import externalscaler.GetMetricSpecResponse;
import externalscaler.GetMetricsRequest;
import externalscaler.GetMetricsResponse;
import externalscaler.IsActiveResponse;
import externalscaler.MetricSpec;
import externalscaler.MetricValue;
import externalscaler.ScaledObjectRef;
import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A client that sends the same calls as KEDA, with grpc-java. */
public final class KedaClient implements AutoCloseable {

    private static final String THREAD_WAS_LATE = "Timed out waiting for second handshake thread";
    private static final int ATTEMPTS = 10;

    private final ManagedChannel channel;

    KedaClient(ManagedChannel channel) {
        this.channel = channel;
    }

    public static KedaClient of(int port) {
        return new KedaClient(OkHttpChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .build());
    }

    /** Connects over TLS to a server with a certificate of the authority. */
    static KedaClient overTls(int port, Path authority) throws IOException {
        ChannelCredentials trust = TlsChannelCredentials.newBuilder()
                .trustManager(authority.toFile())
                .build();
        return new KedaClient(
                OkHttpChannelBuilder.forAddress("127.0.0.1", port, trust).build());
    }

    /** Returns the response to IsActive. */
    public boolean isActive(String namespace, Map<String, String> metadata) {
        return isActive(namespace, metadata, CallOptions.DEFAULT);
    }

    boolean isActive(String namespace, Map<String, String> metadata, CallOptions options) {
        byte[] request = scaledObject(namespace, metadata).toByteArray();
        return parsed(IsActiveResponse.parser(), call("IsActive", request, options))
                .getResult();
    }

    private static <T> T parsed(Parser<T> parser, byte[] message) {
        try {
            return parser.parseFrom(message);
        } catch (InvalidProtocolBufferException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ScaledObjectRef scaledObject(String namespace, Map<String, String> metadata) {
        return ScaledObjectRef.newBuilder()
                .setName("scaler")
                .setNamespace(namespace)
                .putAllScalerMetadata(metadata)
                .build();
    }

    /** Returns the only value of GetMetrics as name, integer and floating-point number. */
    public List<Object> metric(String namespace, Map<String, String> metadata, String metricName) {
        byte[] request = GetMetricsRequest.newBuilder()
                .setScaledObjectRef(scaledObject(namespace, metadata))
                .setMetricName(metricName)
                .build()
                .toByteArray();
        byte[] response = call("GetMetrics", request, CallOptions.DEFAULT);
        List<MetricValue> all = parsed(GetMetricsResponse.parser(), response).getMetricValuesList();
        assertThat(all).hasSize(1);
        MetricValue one = all.get(0);
        return List.of(one.getMetricName(), one.getMetricValue(), one.getMetricValueFloat());
    }

    /** Returns the only metric of GetMetricSpec as name, integer target and floating-point target. */
    List<Object> metricSpec(String namespace, Map<String, String> metadata) {
        byte[] request = scaledObject(namespace, metadata).toByteArray();
        byte[] response = call("GetMetricSpec", request, CallOptions.DEFAULT);
        List<MetricSpec> all = parsed(GetMetricSpecResponse.parser(), response).getMetricSpecsList();
        assertThat(all).hasSize(1);
        MetricSpec one = all.get(0);
        return List.of(one.getMetricName(), one.getTargetSize(), one.getTargetSizeFloat());
    }

    /** Returns the response to arbitrary bytes; fails with {@link StatusRuntimeException}. */
    byte[] call(String method, byte[] request, CallOptions options) {
        return unary("externalscaler.ExternalScaler/" + method, request, options);
    }

    byte[] callService(String fullMethod, byte[] request) {
        return unary(fullMethod, request, CallOptions.DEFAULT);
    }

    /**
     * OkHttp waits one second for its own thread. On a busy host, one second is too short, and the call fails before
     * OkHttp has sent any data.
     */
    private byte[] unary(String fullMethod, byte[] request, CallOptions options) {
        for (int attempt = 1; ; attempt++) {
            try {
                return ClientCalls.blockingUnaryCall(channel, method(fullMethod), options, request);
            } catch (StatusRuntimeException e) {
                if (attempt == ATTEMPTS || !String.valueOf(e.getMessage()).contains(THREAD_WAS_LATE)) {
                    throw e;
                }
            }
        }
    }

    private static MethodDescriptor<byte[], byte[]> method(String name) {
        return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                .setType(MethodType.UNARY)
                .setFullMethodName(name)
                .build();
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {

        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try (stream) {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
        try {
            if (!channel.awaitTermination(60, TimeUnit.SECONDS)) {
                throw new AssertionError("the channel does not end");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
