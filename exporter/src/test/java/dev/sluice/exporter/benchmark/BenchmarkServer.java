package dev.sluice.exporter.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process that responds to the exporter's slurmrestd requests at almost no cost: the kernel sends files from the page
 * cache to the socket without a copy. Prints its port, and then a line {@code jobs} at the start of every request for
 * jobs.
 */
final class BenchmarkServer {

    /** The line that is printed at the start of a request for jobs. */
    static final String JOBS_REQUESTED = "jobs";

    private static final String VERSION = "/slurm/v0.0.45/";

    private static final String JOBS = VERSION + "jobs/";

    private final Map<String, Path> files;
    private final Optional<ChangingQueue> queue;
    private final Map<String, byte[]> texts;

    /** Every so manieth response to a list request is cut off; 0 for none. */
    private final int cutEvery;

    private final AtomicInteger lists = new AtomicInteger();

    private BenchmarkServer(String jobs, Path nodes, int cutEvery) {
        this.cutEvery = cutEvery;
        Path file = Path.of(jobs);
        this.queue = Files.exists(file) ? Optional.empty() : Optional.of(ChangingQueue.of(jobs));
        this.files = Map.of(JOBS, file, VERSION + "nodes/", nodes);
        this.texts = Map.of(
                "/openapi/v3",
                "{\"paths\":{\"/slurm/v0.0.45/jobs/\":{}}}".getBytes(UTF_8),
                VERSION + "partitions/",
                partitions(),
                VERSION + "ping/",
                TiledCluster.captured("rest/v0.0.45/slurm/ping.json"));
    }

    /**
     * Serves until the process is stopped.
     *
     * @param arguments the file with all jobs, or an argument of {@link ChangingQueue#of}; the file with all nodes; and
     *     optionally a number N, to cut off every Nth list
     */
    public static void main(String[] arguments) throws IOException {
        int cutEvery = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
        BenchmarkServer server = new BenchmarkServer(arguments[0], Path.of(arguments[1]), cutEvery);
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            System.out.println(listener.socket().getLocalPort());
            while (true) {
                SocketChannel connection = listener.accept();
                new Thread(() -> server.serve(connection), "connection").start();
            }
        }
    }

    /** Returns the captured partitions; each partition contains all NodeSets of a Kubernetes cluster. */
    private static byte[] partitions() {
        return new String(TiledCluster.captured("rest/v0.0.45/slurm/partitions.json"), UTF_8)
                .replace("\"node_sets\": \"\"", "\"node_sets\": \"ALL\"")
                .getBytes(UTF_8);
    }

    private void serve(SocketChannel connection) {
        try (connection) {
            for (String request = request(connection); !request.isEmpty(); request = request(connection)) {
                answer(connection, request.split("[ ?]", 3)[1]);
            }
        } catch (IOException e) {
            // The client closed the connection. Every run ends this way.
        }
    }

    private void answer(SocketChannel connection, String path) throws IOException {
        Path file = files.get(path);
        if (file == null) {
            byte[] text = texts.get(path);
            head(connection, text == null ? "404 Not Found" : "200 OK", text == null ? 0 : text.length);
            write(connection, text == null ? new byte[0] : text);
            return;
        }
        if (cutEvery > 0 && lists.incrementAndGet() % cutEvery == 0) {
            head(connection, "200 OK", 1_000);
            write(connection, "{\"jobs\": [{\"job_id\": 1".getBytes(UTF_8));
            connection.close();
            return;
        }
        if (path.equals(JOBS)) {
            System.out.println(JOBS_REQUESTED);
            if (queue.isPresent()) {
                queue.get().send(connection.socket().getOutputStream());
                return;
            }
        }
        try (FileChannel body = FileChannel.open(file)) {
            head(connection, "200 OK", body.size());
            for (long sent = 0; sent < body.size(); ) {
                sent += body.transferTo(sent, body.size() - sent, connection);
            }
        }
    }

    private static void head(SocketChannel connection, String status, long length) throws IOException {
        write(
                connection,
                ("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n")
                        .getBytes(UTF_8));
    }

    private static void write(SocketChannel connection, byte[] bytes) throws IOException {
        for (ByteBuffer buffer = ByteBuffer.wrap(bytes); buffer.hasRemaining(); ) {
            connection.write(buffer);
        }
    }

    /** Reads the head of one request; empty at the end of the connection. */
    private static String request(SocketChannel connection) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(4096);
        while (!head.toString(UTF_8).endsWith("\r\n\r\n")) {
            buffer.clear();
            int length = connection.read(buffer);
            if (length < 0) {
                return "";
            }
            head.write(buffer.array(), 0, length);
        }
        return head.toString(UTF_8);
    }
}
