package dev.sluice.common.net;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;

/** Creates the Vert.x instance of a program. */
public final class EventLoop {

    private EventLoop() {}

    /**
     * Creates a Vert.x instance with one event loop. The JVM looks up host names on {@code BlockingCall} threads,
     * because Netty's resolver falls back to public name servers if resolv.conf is missing.
     */
    public static Vertx create() {
        System.getProperties().putIfAbsent("vertx.disableDnsResolver", "true");
        return Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                // Uses no cache folder, because the root file system can be read-only.
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    }
}
