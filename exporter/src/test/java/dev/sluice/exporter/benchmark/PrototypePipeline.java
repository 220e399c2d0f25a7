package dev.sluice.exporter.benchmark;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The reference for the exporter: only Vert.x's HTTP client and {@link PrototypeParser}. */
final class PrototypePipeline {

    private static final int CHUNK = 1 << 16;
    private static final int SECOND = 1_000;

    private final Vertx vertx;
    private final HttpClient client;
    private final int port;
    private final byte[] chunk = new byte[CHUNK];

    private PrototypePipeline(Vertx vertx, int port) {
        this.vertx = vertx;
        this.client = vertx.createHttpClient();
        this.port = port;
    }

    /** Requests jobs at most once a second, until the process is stopped. Argument: the port. */
    public static void main(String[] arguments) {
        System.setProperty("vertx.disableDnsResolver", "true");
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
        PrototypePipeline pipeline = new PrototypePipeline(vertx, Integer.parseInt(arguments[0]));
        vertx.runOnContext(unused -> pipeline.poll());
    }

    private void poll() {
        long start = System.nanoTime();
        client.request(HttpMethod.GET, port, "127.0.0.1", "/slurm/v0.0.45/jobs/?flags=ALL")
                .compose(request -> request.send().compose(this::read))
                .onFailure(failure -> {
                    System.err.println(failure);
                    System.exit(1);
                })
                .onSuccess(unused -> {
                    long elapsed = (System.nanoTime() - start) / 1_000_000;
                    vertx.setTimer(Math.max(1, SECOND - elapsed), again -> poll());
                });
    }

    private Future<Void> read(HttpClientResponse response) {
        try {
            PrototypeParser parser = new PrototypeParser();
            response.handler(buffer -> feed(parser, buffer));
            return response.end();
        } catch (IOException e) {
            return Future.failedFuture(e);
        }
    }

    private void feed(PrototypeParser parser, Buffer buffer) {
        try {
            for (int from = 0; from < buffer.length(); from += CHUNK) {
                int length = Math.min(CHUNK, buffer.length() - from);
                buffer.getBytes(from, from + length, chunk, 0);
                parser.feed(chunk, length);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
