package dev.sluice.common.blocking;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the files of a server for changes periodically, on a thread of their own. If reading hangs, the previous
 * content stays in use. Used on one event loop.
 *
 * @param <T> the certificate of the files
 */
public final class FollowedFiles<T> {

    private static final Logger LOG = LoggerFactory.getLogger(FollowedFiles.class);

    private final String what;
    private final BlockingCall<T> look;
    private final Runnable failed;
    private T used;
    private boolean failing;

    /**
     * @param what the files in words, such as "the certificate of api"
     * @param look reads the files and returns the newest usable certificate
     * @param used the certificate in use
     * @param failed called if reading hangs or fails, or if a certificate is refused, once until it works again
     */
    public FollowedFiles(String what, Callable<T> look, T used, Runnable failed) {
        this.what = what;
        this.failed = failed;
        this.look = new BlockingCall<>("reading " + what, BlockingCall.DEADLINE, look);
        this.used = used;
    }

    /**
     * Starts to check for changes.
     *
     * @param use puts a certificate into use for new connections; called again for a certificate that it refused
     */
    public void follow(Vertx vertx, Duration interval, Function<T, Future<?>> use) {
        // One check at a time, so that no older certificate follows a newer one.
        vertx.setTimer(
                interval.toMillis(),
                unused -> look.result(vertx)
                        .compose(now -> now.equals(used)
                                ? Future.<Void>succeededFuture()
                                : use.apply(now).onSuccess(done -> used = now).mapEmpty())
                        .onComplete(this::report)
                        .onComplete(followed -> follow(vertx, interval, use)));
    }

    /** Reports the first of several failures. */
    private void report(AsyncResult<Void> followed) {
        if (followed.failed() && !failing) {
            LOG.atWarn()
                    .addKeyValue("files", what)
                    .setCause(followed.cause())
                    .log("cannot follow changes of files, the previous content stays in use");
            failed.run();
        }
        failing = followed.failed();
    }
}
