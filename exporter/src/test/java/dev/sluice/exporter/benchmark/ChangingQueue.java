package dev.sluice.exporter.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Job responses for a queue that changes with each response: the oldest jobs leave, and the same number of new jobs
 * arrive. The priority of every pending job changes, as after every PriorityCalcPeriod.
 */
final class ChangingQueue {

    private static final int CHUNK = 1 << 16;

    private final TiledCluster cluster = TiledCluster.ofTrimmedJobs();
    private final AtomicInteger answers = new AtomicInteger();
    private final int jobs;
    private final int leaving;

    private ChangingQueue(int jobs, int leaving) {
        this.jobs = jobs;
        this.leaving = leaving;
    }

    /** Parses {@code JOBS,LEAVING}, such as {@code 100000,1000}. */
    static ChangingQueue of(String argument) {
        String[] parts = argument.split(",", -1);
        return new ChangingQueue(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    }

    /** Sends the next response, with chunked transfer encoding. */
    void send(OutputStream connection) throws IOException {
        int answer = answers.getAndIncrement();
        connection.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                .getBytes(UTF_8));
        try (OutputStream body = new BufferedOutputStream(new Chunks(connection), CHUNK)) {
            cluster.write(body, jobs, answer * leaving, answer);
        }
    }

    /** Sends each write as a chunk, and finally the last chunk; the connection stays open. */
    private static final class Chunks extends FilterOutputStream {

        Chunks(OutputStream connection) {
            super(connection);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write((Integer.toHexString(length) + "\r\n").getBytes(UTF_8));
            out.write(bytes, offset, length);
            out.write("\r\n".getBytes(UTF_8));
        }

        @Override
        public void close() throws IOException {
            out.write("0\r\n\r\n".getBytes(UTF_8));
            out.flush();
        }
    }
}
