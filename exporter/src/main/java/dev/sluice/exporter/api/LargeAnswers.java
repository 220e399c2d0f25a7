package dev.sluice.exporter.api;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends large response bodies in pieces. Creates each piece on a worker thread, so that the event loop serves other
 * connections between two pieces. Waits while the client cannot receive more. Sends at most {@link #MAX_ANSWERS} bodies
 * at the same time, each within {@link #DEADLINE}. Used on one event loop.
 */
final class LargeAnswers {

    static final int MAX_ANSWERS = 2;

    private static final Logger LOG = LoggerFactory.getLogger(LargeAnswers.class);

    /** Deadline for one body. Without a deadline, a slow client could delay the next body. */
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final WorkerExecutor executor;
    private int sending;

    LargeAnswers(Vertx vertx) {
        this.vertx = vertx;
        this.executor = vertx.createSharedWorkerExecutor("api-pieces", 1);
    }

    /** Returns true if another body may start. */
    boolean admit() {
        return sending < MAX_ANSWERS;
    }

    /** Sends the body of a response after its head. Uses the supplier and the pieces on the worker thread. */
    void send(HttpServerResponse response, Supplier<Iterator<Buffer>> pieces, Runnable sent) {
        sending++;
        new Transfer(response, sent).start(pieces);
    }

    Future<Void> close() {
        return executor.close();
    }

    private final class Transfer {

        private final HttpServerResponse response;
        private final Runnable sent;
        private boolean over;
        private long timer;

        Transfer(HttpServerResponse response, Runnable sent) {
            this.response = response;
            this.sent = sent;
        }

        void start(Supplier<Iterator<Buffer>> pieces) {
            timer = vertx.setTimer(DEADLINE.toMillis(), unused -> cutOff());
            response.exceptionHandler(unused -> end());
            response.closeHandler(unused -> end());
            executor.executeBlocking(pieces::get).onSuccess(this::next).onFailure(this::failed);
        }

        private void next(Iterator<Buffer> pieces) {
            if (over) {
                return;
            }
            if (response.writeQueueFull()) {
                response.drainHandler(unused -> next(pieces));
                return;
            }
            executor.executeBlocking(() -> pieces.hasNext() ? Optional.of(pieces.next()) : Optional.<Buffer>empty())
                    .onSuccess(piece -> piece.ifPresentOrElse(bytes -> write(bytes, pieces), this::last))
                    .onFailure(this::failed);
        }

        private void write(Buffer piece, Iterator<Buffer> pieces) {
            if (!over) {
                response.write(piece);
                next(pieces);
            }
        }

        private void last() {
            if (!over) {
                response.end().onComplete(unused -> end());
            }
        }

        /** The status has already been sent, so only a connection reset can report the error to the client. */
        private void failed(Throwable e) {
            LOG.atError().setCause(e).log("cannot create the rest of a response");
            cutOff();
        }

        private void cutOff() {
            end();
            response.reset();
        }

        private void end() {
            if (!over) {
                over = true;
                sending--;
                vertx.cancelTimer(timer);
                sent.run();
            }
        }
    }
}
