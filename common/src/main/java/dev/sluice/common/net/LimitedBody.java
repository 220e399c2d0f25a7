package dev.sluice.common.net;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.WriteStream;
import io.vertx.ext.web.codec.spi.BodyStream;
import org.jspecify.annotations.Nullable;

/** Collects the body of a small response for WebClient, whose own collectors have no limit. */
final class LimitedBody implements BodyStream<Buffer> {

    private final Buffer received = Buffer.buffer();
    private final Promise<Buffer> whole = Promise.promise();

    @Override
    public Future<Void> write(Buffer part) {
        if (received.length() + part.length() > SmallRequests.MAX_BYTES) {
            return Future.failedFuture(new SmallRequests.AnswerTooLarge());
        }
        received.appendBuffer(part);
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> end() {
        whole.tryComplete(received);
        return Future.succeededFuture();
    }

    @Override
    public void handle(Throwable failure) {
        whole.tryFail(failure);
    }

    @Override
    public Future<Buffer> result() {
        return whole.future();
    }

    @Override
    public boolean writeQueueFull() {
        return false;
    }

    @Override
    public WriteStream<Buffer> setWriteQueueMaxSize(int maxSize) {
        return this;
    }

    @Override
    public WriteStream<Buffer> drainHandler(@Nullable Handler<Void> handler) {
        return this;
    }

    @Override
    public WriteStream<Buffer> exceptionHandler(@Nullable Handler<Throwable> handler) {
        return this;
    }
}
