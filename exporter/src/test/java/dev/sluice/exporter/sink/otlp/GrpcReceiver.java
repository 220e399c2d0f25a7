package dev.sluice.exporter.sink.otlp;

import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** An OTLP/gRPC receiver made of gRPC's own server, on a free port of the loopback address. */
final class GrpcReceiver implements AutoCloseable {

    private static final String METRICS = "opentelemetry.proto.collector.metrics.v1.MetricsService";
    private static final String TRACES = "opentelemetry.proto.collector.trace.v1.TraceService";

    private final Server server;
    private final List<Received> requests = new CopyOnWriteArrayList<>();
    private volatile Map<String, String> newestHeaders = Map.of();
    private volatile Function<Received, ExportMetricsServiceResponse> behaviour =
            request -> ExportMetricsServiceResponse.getDefaultInstance();

    private GrpcReceiver() {
        try {
            server = OkHttpServerBuilder.forPort(
                            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0),
                            InsecureServerCredentials.create())
                    .addService(service(METRICS))
                    .addService(service(TRACES))
                    .build()
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ServerServiceDefinition service(String name) {
        MethodDescriptor<byte[], byte[]> export = MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                .setType(MethodType.UNARY)
                .setFullMethodName(name + "/Export")
                .build();
        ServerServiceDefinition service = ServerServiceDefinition.builder(name)
                .addMethod(export, ServerCalls.asyncUnaryCall((message, answer) -> export(name, message, answer)))
                .build();
        return ServerInterceptors.intercept(service, new HeaderReader());
    }

    static GrpcReceiver start() {
        return new GrpcReceiver();
    }

    int port() {
        return server.getPort();
    }

    List<Received> requests() {
        return List.copyOf(requests);
    }

    /** From now on answers like this; a {@link StatusRuntimeException} is answered with its status. */
    void answer(Function<Received, ExportMetricsServiceResponse> behaviour) {
        this.behaviour = behaviour;
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void export(String service, byte[] message, StreamObserver<byte[]> answer) {
        Received received = new Received(service + "/Export", newestHeaders, message, message);
        requests.add(received);
        try {
            answer.onNext(behaviour.apply(received).toByteArray());
            answer.onCompleted();
        } catch (StatusRuntimeException e) {
            answer.onError(e);
        } catch (RuntimeException e) {
            answer.onError(Status.INTERNAL.withCause(e).asRuntimeException());
        }
    }

    private final class HeaderReader implements ServerInterceptor {

        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            Map<String, String> texts = new TreeMap<>();
            for (String name : headers.keys()) {
                if (!name.endsWith(Metadata.BINARY_HEADER_SUFFIX)) {
                    texts.put(name, headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)));
                }
            }
            newestHeaders = texts;
            return next.startCall(call, headers);
        }
    }

    private static final class Bytes implements Marshaller<byte[]> {

        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
