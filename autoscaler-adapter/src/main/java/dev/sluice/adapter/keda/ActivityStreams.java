package dev.sluice.adapter.keda;

import dev.sluice.adapter.metrics.Lookup;
import externalscaler.IsActiveResponse;
import externalscaler.ScaledObjectRef;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.grpc.server.GrpcServerResponse;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The open streams of StreamIsActive. Each stream gets the activity of its NodeSet (desired nodes above zero)
 * immediately and after each change. While the demand is unknown, the stream gets no value and stays open, because KEDA
 * reopens a failed stream only after pauses of up to a minute. Used on one event loop.
 */
final class ActivityStreams {

    private final ExternalScaler scaler;
    private final Set<Stream> streams = Collections.synchronizedSet(new LinkedHashSet<>());

    ActivityStreams(ExternalScaler scaler) {
        this.scaler = scaler;
    }

    /** A stream, with the last value sent. */
    private static final class Stream {

        private final ScaledObjectRef scaledObject;
        private final GrpcServerResponse<Buffer, Buffer> response;
        private Optional<Boolean> told = Optional.empty();

        Stream(ScaledObjectRef scaledObject, GrpcServerResponse<Buffer, Buffer> response) {
            this.scaledObject = scaledObject;
            this.response = response;
        }
    }

    /** Returns the number of open streams; callable from any thread. */
    int count() {
        return streams.size();
    }

    /** Adds a stream, and removes the stream when {@code ended} succeeds or fails. */
    void add(ScaledObjectRef scaledObject, GrpcServerResponse<Buffer, Buffer> response, Future<Void> ended) {
        Stream stream = new Stream(scaledObject, response);
        streams.add(stream);
        ended.onComplete(unused -> streams.remove(stream));
        // Sends the head before the first value, so that the client sees that the stream is accepted.
        response.writeHead().onFailure(unused -> streams.remove(stream));
        tell(stream, scaler.desired(scaledObject));
    }

    /** Sends changed values to all streams. Streams with the same trigger share one computation. */
    void look() {
        Map<ScaledObjectRef, Lookup> found = new HashMap<>();
        for (Stream stream : List.copyOf(streams)) {
            // ScaledObjects with different names can have the same trigger.
            ScaledObjectRef trigger =
                    stream.scaledObject.toBuilder().clearName().build();
            tell(stream, found.computeIfAbsent(trigger, scaler::desired));
        }
    }

    private void tell(Stream stream, Lookup lookup) {
        // A slow client gets only the latest value, as soon as the client's queue has room.
        if (stream.response.writeQueueFull() || !(lookup instanceof Lookup.Found now)) {
            return;
        }
        Optional<Boolean> active = Optional.of(now.value() > 0);
        if (!active.equals(stream.told)) {
            stream.told = active;
            stream.response
                    .write(Buffer.buffer(IsActiveResponse.newBuilder()
                            .setResult(active.get())
                            .build()
                            .toByteArray()))
                    .onFailure(unused -> streams.remove(stream));
        }
    }

    /** Ends all streams without an error, so that KEDA immediately reopens the streams on another replica. */
    void end() {
        for (Stream stream : List.copyOf(streams)) {
            stream.response.end();
            streams.remove(stream);
        }
    }
}
