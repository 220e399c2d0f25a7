package dev.sluice.adapter.keda;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.sluice.adapter.metrics.Lookup;
import dev.sluice.adapter.metrics.MetricLookup;
import dev.sluice.adapter.server.AdapterMetrics;
import dev.sluice.common.net.Connections;
import dev.sluice.common.tls.ServerCertificate;
import externalscaler.GetMetricSpecResponse;
import externalscaler.GetMetricsRequest;
import externalscaler.GetMetricsResponse;
import externalscaler.IsActiveResponse;
import externalscaler.MetricSpec;
import externalscaler.MetricValue;
import externalscaler.ScaledObjectRef;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.server.GrpcProtocol;
import io.vertx.grpc.server.GrpcServer;
import io.vertx.grpc.server.GrpcServerOptions;
import io.vertx.grpc.server.GrpcServerRequest;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the gRPC service {@code externalscaler.ExternalScaler} to KEDA. Responds from memory, so that the server waits
 * only for clients.
 */
public final class KedaServer {

    private static final Logger LOG = LoggerFactory.getLogger(KedaServer.class);

    private static final String SERVICE = "externalscaler.ExternalScaler";

    /** Target value of the metric: one replica per desired node. */
    private static final long TARGET = 1;

    /** Maximum size of a request. A request contains only a few names. */
    private static final long MAX_BYTES = 64 << 10;

    /** Maximum number of calls without a complete message, on all connections. */
    private static final int MAX_WAITING = 1_000;

    /** Each replica of KEDA's operator and of its metrics server has one connection. */
    private static final int MAX_CONNECTIONS = 128;

    /** Maximum time to the end of the first call's head. */
    private static final int HEAD_SECONDS = 10;

    /** Limits of the connections. There is no time limit between calls, because KEDA's connections can be idle. */
    private static final Connections.Limits LIMITS =
            new Connections.Limits(MAX_CONNECTIONS, HEAD_SECONDS, Integer.MAX_VALUE);

    private static final String IDENTITY = "identity";
    private static final String ENCODING = "grpc-encoding";

    /**
     * Bytes per read. A client that sends thousands of calls at once gets the event loop only for some dozens of calls.
     * When a connection breaks, Vert.x reports each unsent response to each of its streams, so few may be unsent.
     */
    private static final int RECEIVE_BUFFER = 4 << 10;

    private static final int HANDSHAKE_SECONDS = 10;
    private static final int IDLE_MINUTES = 10;
    private static final int STOP_SECONDS = 2;
    private static final String INTERNAL = "internal error; see the adapter's log";

    private final HttpServer server;
    private final Connections connections;
    private final GrpcServer grpc;
    private final ExternalScaler scaler;
    private final AdapterMetrics metrics;
    /** Number of waiting calls; used only on the event loop. */
    private int waiting;

    /**
     * Creates a server that does not listen yet.
     *
     * @param host address or host name to listen on
     * @param port port to listen on; 0 for a free port
     * @param certificate server certificate; empty for plain text
     */
    public KedaServer(
            Vertx vertx,
            String host,
            int port,
            Optional<KeyCertOptions> certificate,
            MetricLookup lookup,
            AdapterMetrics metrics) {
        this.server = vertx.createHttpServer(options(host, port, certificate));
        this.connections = new Connections(vertx, LIMITS);
        this.grpc = GrpcServer.server(
                vertx,
                new GrpcServerOptions()
                        .removeEnabledProtocol(GrpcProtocol.WEB)
                        .removeEnabledProtocol(GrpcProtocol.WEB_TEXT)
                        .removeEnabledProtocol(GrpcProtocol.TRANSCODING)
                        .setScheduleDeadlineAutomatically(true)
                        .setMaxMessageSize(MAX_BYTES));
        this.scaler = new ExternalScaler(lookup);
        this.metrics = metrics;
    }

    private static HttpServerOptions options(String host, int port, Optional<KeyCertOptions> certificate) {
        HttpServerOptions options = new HttpServerOptions()
                .setHost(host)
                .setPort(port)
                // Detects dead connections.
                .setTcpKeepAlive(true)
                // Closes connections that never send a request. KEDA polls more often than this.
                .setIdleTimeout(IDLE_MINUTES)
                .setIdleTimeoutUnit(TimeUnit.MINUTES)
                .setReceiveBufferSize(RECEIVE_BUFFER)
                .setInitialSettings(new Http2Settings().setMaxConcurrentStreams(MAX_WAITING));
        certificate.ifPresent(pair -> secure(options, pair));
        return options;
    }

    private static HttpServerOptions secure(HttpServerOptions options, KeyCertOptions certificate) {
        options.setSsl(true)
                .setUseAlpn(true)
                .setSslHandshakeTimeout(HANDSHAKE_SECONDS)
                .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS)
                .setKeyCertOptions(certificate);
        ServerCertificate.CIPHER_SUITES.forEach(options::addEnabledCipherSuite);
        return options;
    }

    /** Starts to listen, and returns the port. Fails if the port is taken or the certificate is unusable. */
    public Future<Integer> start() {
        grpc.callHandler(this::handle);
        return connections.serve(server, this::serve);
    }

    /**
     * Uses a certificate for new connections. Existing connections continue with the previous certificate. Fails if the
     * certificate is unusable.
     */
    public Future<Boolean> serveWith(KeyCertOptions certificate) {
        return server.updateSSLOptions(
                secure(new HttpServerOptions(), certificate).getSslOptions());
    }

    /** Completes running calls, and stops. */
    public Future<Void> close() {
        connections.stop();
        return server.shutdown(STOP_SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Rejects compressed messages, because a small compressed message can expand to a huge message. KEDA sends no
     * compressed messages.
     */
    private void serve(HttpServerRequest request) {
        String encoding = Optional.ofNullable(request.getHeader(ENCODING)).orElse(IDENTITY);
        if (encoding.equals(IDENTITY)) {
            // Sets the header explicitly, because without the header, the library sends no response to a compressed
            // message.
            request.headers().set(ENCODING, IDENTITY);
            grpc.handle(request);
            return;
        }
        metrics.kedaAnswered("unknown", GrpcStatus.UNIMPLEMENTED.name());
        request.response()
                .putHeader("content-type", "application/grpc")
                .putHeader("grpc-status", Integer.toString(GrpcStatus.UNIMPLEMENTED.code))
                .putHeader("grpc-message", "compressed messages are not supported")
                .putHeader("grpc-accept-encoding", IDENTITY)
                .end()
                .onFailure(KedaServer::left);
    }

    private void handle(GrpcServerRequest<Buffer, Buffer> call) {
        Promise<Void> broken = Promise.promise();
        call.exceptionHandler(broken::tryFail);
        call.errorHandler(error -> broken.tryFail(error.toString()));
        call.response().exceptionHandler(broken::tryFail);
        // After the deadline of a stream, the library resets the stream without a call to these handlers.
        Optional.ofNullable(call.deadline()).ifPresent(deadline -> deadline.onSuccess(broken::tryComplete));
        if (waiting >= MAX_WAITING) {
            fail(call, GrpcStatus.RESOURCE_EXHAUSTED, MAX_WAITING + " calls have sent no message yet; try again");
            return;
        }
        waiting++;
        Future.any(call.last(), broken.future()).onComplete(unused -> waiting--);
        call.last()
                .onSuccess(message -> answer(call, Optional.ofNullable(message), broken.future()))
                .onFailure(e -> LOG.atDebug().setCause(e).log("KEDA call failed"));
    }

    private void answer(GrpcServerRequest<Buffer, Buffer> call, Optional<Buffer> message, Future<Void> broken) {
        if (broken.isComplete()) {
            return;
        }
        try {
            byte[] bytes = message.map(Buffer::getBytes).orElse(new byte[0]);
            if (!call.serviceName().fullyQualifiedName().equals(SERVICE)) {
                fail(call, GrpcStatus.UNIMPLEMENTED, "unknown service; the only service is " + SERVICE);
                return;
            }
            switch (call.methodName()) {
                case "IsActive" ->
                    desired(
                            call,
                            ScaledObjectRef.parseFrom(bytes),
                            nodes -> IsActiveResponse.newBuilder()
                                    .setResult(nodes > 0)
                                    .build());
                case "StreamIsActive" ->
                    fail(call, GrpcStatus.UNIMPLEMENTED, "no streams; set the trigger's type to external");
                case "GetMetricSpec" -> metricSpec(call, ScaledObjectRef.parseFrom(bytes));
                case "GetMetrics" -> metrics(call, GetMetricsRequest.parseFrom(bytes));
                // StreamMetricSpec is not implemented either: KEDA then calls GetMetricSpec. The response to
                // GetMetricSpec never changes.
                default -> fail(call, GrpcStatus.UNIMPLEMENTED, "unknown method " + call.methodName());
            }
        } catch (InvalidProtocolBufferException e) {
            fail(call, GrpcStatus.INVALID_ARGUMENT, "the request is malformed: " + e.getMessage());
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).addKeyValue("path", call.fullMethodName()).log("cannot answer a request");
            fail(call, GrpcStatus.INTERNAL, INTERNAL);
        }
    }

    /**
     * Responds without the demand. If unknown demand caused an error here, KEDA would create an HPA without a metric.
     */
    private void metricSpec(GrpcServerRequest<Buffer, Buffer> call, ScaledObjectRef scaledObject) {
        Optional<Lookup.Refused> flaw = scaler.flaw(scaledObject);
        if (flaw.isPresent()) {
            fail(call, flaw.get());
        } else {
            MetricSpec spec = MetricSpec.newBuilder()
                    .setMetricName(ExternalScaler.METRIC)
                    .setTargetSize(TARGET)
                    .setTargetSizeFloat(TARGET)
                    .build();
            end(call, GetMetricSpecResponse.newBuilder().addMetricSpecs(spec).build());
        }
    }

    private void metrics(GrpcServerRequest<Buffer, Buffer> call, GetMetricsRequest asked) {
        if (!asked.getMetricName().equals(ExternalScaler.METRIC)) {
            fail(
                    call,
                    GrpcStatus.NOT_FOUND,
                    "unknown metric \"" + asked.getMetricName() + "\", only " + ExternalScaler.METRIC);
        } else {
            desired(call, asked.getScaledObjectRef(), KedaServer::value);
        }
    }

    /** Returns the value also as an integer, which old versions of KEDA read. */
    private static GetMetricsResponse value(long nodes) {
        MetricValue value = MetricValue.newBuilder()
                .setMetricName(ExternalScaler.METRIC)
                .setMetricValue(nodes)
                .setMetricValueFloat(nodes)
                .build();
        return GetMetricsResponse.newBuilder().addMetricValues(value).build();
    }

    private void desired(
            GrpcServerRequest<Buffer, Buffer> call, ScaledObjectRef scaledObject, LongFunction<MessageLite> response) {
        Lookup lookup = scaler.desired(scaledObject);
        if (lookup instanceof Lookup.Refused refused) {
            fail(call, refused);
        } else {
            end(call, response.apply(((Lookup.Found) lookup).value()));
        }
    }

    private void end(GrpcServerRequest<Buffer, Buffer> call, MessageLite message) {
        metrics.kedaAnswered(call.methodName(), GrpcStatus.OK.name());
        call.response().end(Buffer.buffer(message.toByteArray())).onFailure(KedaServer::left);
    }

    private void fail(GrpcServerRequest<Buffer, Buffer> call, Lookup.Refused refused) {
        GrpcStatus status = switch (refused.reason()) {
            case INVALID -> GrpcStatus.INVALID_ARGUMENT;
            case NOT_FOUND -> GrpcStatus.NOT_FOUND;
            case UNAVAILABLE -> GrpcStatus.UNAVAILABLE;
        };
        fail(call, status, refused.message());
    }

    private void fail(GrpcServerRequest<Buffer, Buffer> call, GrpcStatus status, String message) {
        // Limits the cardinality of the metric, even if clients call arbitrary methods.
        metrics.kedaAnswered(status == GrpcStatus.UNIMPLEMENTED ? "unknown" : call.methodName(), status.name());
        call.response().status(status).statusMessage(message).end().onFailure(KedaServer::left);
    }

    private static void left(Throwable e) {
        LOG.atDebug().setCause(e).log("client disconnected before the response");
    }
}
