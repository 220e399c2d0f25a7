package dev.sluice.exporter.benchmark;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The durations of scrapes, or of other requests, over one kept-alive connection.
 *
 * @param milliseconds duration of each scrape, from the request to the last byte
 * @param bytes size of the last response, as sent
 */
record ScrapeTimes(List<Double> milliseconds, int bytes) {

    private static final int WARM_UP_SCRAPES = 20;
    private static final int PAUSE_MILLIS = 20;

    /**
     * Requests a path of the exporter repeatedly.
     *
     * @param encoding {@code gzip} or {@code identity}
     */
    static ScrapeTimes of(int port, String path, String encoding, int scrapes)
            throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + port + path);
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Accept-Encoding", encoding)
                .build();
        List<Double> milliseconds = new ArrayList<>();
        int bytes = 0;
        for (int i = 0; i < WARM_UP_SCRAPES + scrapes; i++) {
            long start = System.nanoTime();
            HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (i >= WARM_UP_SCRAPES) {
                milliseconds.add((System.nanoTime() - start) / 1e6);
            }
            bytes = response.body().length;
            if (response.statusCode() != 200) {
                throw new IOException(address + " was answered with " + response.statusCode());
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return new ScrapeTimes(milliseconds, bytes);
    }

    double p50() {
        return median(milliseconds);
    }

    double p99() {
        return quantile(milliseconds, 0.99);
    }

    static double median(Collection<Double> values) {
        return quantile(values, 0.5);
    }

    /** Returns the smallest value that is greater than or equal to the given share of all values. */
    static double quantile(Collection<Double> values, double share) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1L, (long) (sorted.size() * share)));
    }
}
