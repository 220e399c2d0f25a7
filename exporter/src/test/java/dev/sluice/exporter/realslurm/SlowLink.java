package dev.sluice.exporter.realslurm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A proxy in front of a server. The proxy limits the rate of the server's responses. */
final class SlowLink implements AutoCloseable {

    private static final int PORTION = 1024;

    private final ServerSocket server;
    private final int target;
    private volatile Limit limit = new Limit(1, new CountDownLatch(0));

    /**
     * The rate limit.
     *
     * @param lifted latch that is released when the limit ends; waiting data then passes immediately
     */
    private record Limit(int bytesPerSecond, CountDownLatch lifted) {}

    SlowLink(int target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    void slowDown(int bytesPerSecond) {
        limit = new Limit(bytesPerSecond, new CountDownLatch(1));
    }

    void restore() {
        limit.lifted().countDown();
    }

    private void accept() {
        while (true) {
            try {
                Socket client = server.accept();
                connect(client);
            } catch (IOException e) {
                if (server.isClosed()) {
                    return;
                }
            }
        }
    }

    private void connect(Socket client) throws IOException {
        try {
            Socket behind = new Socket(InetAddress.getLoopbackAddress(), target);
            start(() -> copy(client, behind));
            start(() -> copy(behind, client));
        } catch (IOException e) {
            // The client sees the end of the connection, as if the server were down.
            client.close();
        }
    }

    private void copy(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] portion = new byte[PORTION];
            int length = in.read(portion);
            while (length >= 0) {
                out.write(portion, 0, length);
                waitFor(length);
                length = in.read(portion);
            }
        } catch (IOException | InterruptedException e) {
            // One side closed the connection. The close call tells the other side.
        }
    }

    private void waitFor(int length) throws InterruptedException {
        Limit now = limit;
        boolean unusedLifted = now.lifted().await(1000L * length / now.bytesPerSecond(), TimeUnit.MILLISECONDS);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "slow-link");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
