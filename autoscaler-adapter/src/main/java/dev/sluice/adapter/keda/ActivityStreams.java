package dev.sluice.adapter.keda;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.grpc.server.GrpcServerResponse;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The open streams of StreamIsActive. Each is told whether its NodeSet should have nodes, first at once and then when
 * that changes. While it is not known it is told nothing, and stays open: KEDA opens a stream that failed again only
 * after pauses that grow to a minute. All of it happens on one event loop.
 */
final class ActivityStreams {

    private final ExternalScaler scaler;
    private final Set<Stream> streams = new LinkedHashSet<>();
    private final AtomicInteger open = new AtomicInteger();

    ActivityStreams(ExternalScaler scaler) {
        this.scaler = scaler;
    }

    /** One of them, and what it was told last. */
    private static final class Stream {

        private final ScaledObjectRef scaledObject;
        private final GrpcServerResponse<Buffer, Buffer> response;
        private Optional<Boolean> told = Optional.empty();

        Stream(ScaledObjectRef scaledObject, GrpcServerResponse<Buffer, Buffer> response) {
            this.scaledObject = scaledObject;
            this.response = response;
        }
    }

    /** How many there are; from any thread. */
    int count() {
        return open.get();
    }

    /** Keeps a stream until {@code ended} is complete, however that is. */
    void add(ScaledObjectRef scaledObject, GrpcServerResponse<Buffer, Buffer> response, Future<Void> ended) {
        Stream stream = new Stream(scaledObject, response);
        streams.add(stream);
        open.set(streams.size());
        ended.onComplete(unused -> remove(stream));
        // Before there is anything to say, so that the other side sees that it is heard.
        response.writeHead().onFailure(unused -> remove(stream));
        tell(stream);
    }

    private void remove(Stream stream) {
        streams.remove(stream);
        open.set(streams.size());
    }

    /** Something may have changed. */
    void look() {
        List.copyOf(streams).forEach(this::tell);
    }

    private void tell(Stream stream) {
        // Who does not read gets the latest news once there is room, and not all of them.
        if (stream.response.writeQueueFull() || !(scaler.desired(stream.scaledObject) instanceof Outcome.Desired now)) {
            return;
        }
        Optional<Boolean> active = Optional.of(now.nodes() > 0);
        if (!active.equals(stream.told)) {
            stream.told = active;
            stream.response
                    .write(Buffer.buffer(Responses.isActive(active.get())))
                    .onFailure(unused -> remove(stream));
        }
    }

    /** Ends all of them well, so that KEDA opens them again at once, elsewhere. */
    void end() {
        for (Stream stream : List.copyOf(streams)) {
            stream.response.end();
            remove(stream);
        }
    }
}
