package dev.sluice.exporter.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.fixtures.Capture;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/**
 * A fake slurmrestd with any number of jobs and nodes, for the browser tests. Prints the port, and serves until the
 * process is stopped. All other responses are captured responses. Arguments: the number of jobs and the number of
 * nodes.
 */
final class LargeCluster {

    private static final String JOBS = "/slurm/v0.0.45/jobs/";
    private static final String NODES = "/slurm/v0.0.45/nodes/";

    private LargeCluster() {}

    public static void main(String[] arguments) throws IOException {
        int jobs = Integer.parseInt(arguments[0]);
        int nodes = Integer.parseInt(arguments[1]);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        TiledCluster queue = TiledCluster.ofTrimmedJobs();
        TiledCluster machines = TiledCluster.ofNodes();
        server.createContext("/", exchange -> answer(exchange, queue, jobs, machines, nodes));
        server.start();
        System.out.println(server.getAddress().getPort());
    }

    private static void answer(HttpExchange exchange, TiledCluster queue, int jobs, TiledCluster machines, int nodes)
            throws IOException {
        String path = exchange.getRequestURI().getPath();
        String captured = "rest"
                + path.replaceFirst("^/(slurm|slurmdb)/(v0\\.0\\.45)", "/$2/$1").replaceFirst("/$", "") + ".json";
        try (exchange) {
            if (path.equals("/openapi/v3")) {
                send(exchange, "{\"paths\":{\"/slurm/v0.0.45/jobs/\":{}}}".getBytes(UTF_8));
            } else if (path.equals(JOBS)) {
                send(exchange, queue, jobs);
            } else if (path.equals(NODES)) {
                send(exchange, machines, nodes);
            } else if (Capture.of("26.05").has(captured)) {
                send(exchange, TiledCluster.captured(captured));
            } else {
                exchange.sendResponseHeaders(404, -1);
            }
        }
    }

    private static void send(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    private static void send(HttpExchange exchange, TiledCluster tiled, int count) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = new BufferedOutputStream(exchange.getResponseBody(), 1 << 16)) {
            tiled.write(body, count, 0, 0);
        }
    }
}
