package dev.sluice.exporter.api;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Iterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends large response bodies in pieces. Creates one piece per turn of the event loop. Waits while the client cannot
 * receive more. Sends at most {@link #MAX_ANSWERS} bodies at the same time, each within {@link #DEADLINE}. Used on one
 * event loop.
 */
final class LargeAnswers {

    static final int MAX_ANSWERS = 2;

    private static final Logger LOG = LoggerFactory.getLogger(LargeAnswers.class);

    /** Deadline for one body. Without a deadline, a slow client could delay the next body. */
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final Vertx vertx;
    private int sending;

    LargeAnswers(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Returns true if another body may start. */
    boolean admit() {
        return sending < MAX_ANSWERS;
    }

    /** Sends the body of a response after its head. */
    void send(HttpServerResponse response, Iterator<Buffer> pieces, Runnable sent) {
        sending++;
        new Transfer(response, pieces, sent).start();
    }

    private final class Transfer {

        private final HttpServerResponse response;
        private final Iterator<Buffer> pieces;
        private final Runnable sent;
        private final Context context = vertx.getOrCreateContext();
        private boolean over;
        private long timer;

        Transfer(HttpServerResponse response, Iterator<Buffer> pieces, Runnable sent) {
            this.response = response;
            this.pieces = pieces;
            this.sent = sent;
        }

        void start() {
            timer = vertx.setTimer(DEADLINE.toMillis(), unused -> cutOff());
            response.exceptionHandler(unused -> end());
            response.closeHandler(unused -> end());
            next();
        }

        private void next() {
            if (over) {
                return;
            }
            if (response.writeQueueFull()) {
                response.drainHandler(unused -> next());
                return;
            }
            try {
                if (pieces.hasNext()) {
                    response.write(pieces.next());
                    context.runOnContext(unused -> next());
                } else {
                    response.end().onComplete(unused -> end());
                }
            } catch (RuntimeException e) {
                // The status has already been sent, so only a connection reset can report the error to the client.
                LOG.atError().setCause(e).log("cannot create the rest of a response");
                cutOff();
            }
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
