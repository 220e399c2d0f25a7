package dev.sluice.exporter.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.model.ObjectName;
import dev.sluice.fixtures.Capture;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Captured answers of a real API server, decoded by ours in pieces of any size. */
final class CapturedApi {

    static final Capture CAPTURE = Capture.ofKubernetes("1.36");

    private static final ApiRequest.Resource SOMETHING =
            new ApiRequest.Resource("", "v1", "pods", Optional.of("slurm"));

    private CapturedApi() {}

    static String text(String path) {
        return CAPTURE.text(path);
    }

    /** The lines of a captured watch. */
    static List<String> events(String path) {
        return text(path).lines().toList();
    }

    /** The records of a captured list. */
    static <T> List<T> records(String path, ObjectAssembler<T> assembler) throws ApiFailure {
        Map<ObjectName, T> records = new TreeMap<>();
        page(CAPTURE.bytes(path), assembler, records, 1 << 16);
        return List.copyOf(records.values());
    }

    static <T> ListPage<T> page(byte[] body, ObjectAssembler<T> assembler, Map<ObjectName, T> records, int piece)
            throws ApiFailure {
        ListPage<T> page = new ListPage<>(new ObjectReader<>(assembler), records, 50_000);
        ApiAnswer answer = new ApiAnswer(ApiRequest.list(SOMETHING, "", 500, ""), page.tree(), page);
        answer.head(200, "application/json", null);
        feed(body, answer, piece);
        return page;
    }

    /** Applies a watch to records; returns the version from which the next one would go on. */
    static <T> String watch(String body, ObjectAssembler<T> assembler, Map<ObjectName, T> records, int piece)
            throws ApiFailure {
        WatchStream<T> stream = new WatchStream<>(new ObjectReader<>(assembler), "859", records, 50_000, () -> {});
        ApiAnswer answer = new ApiAnswer(ApiRequest.watch(SOMETHING, "", "859", 300), stream.tree(), stream);
        answer.head(200, "application/json", null);
        feed(body.getBytes(UTF_8), answer, piece);
        return stream.version();
    }

    private static void feed(byte[] body, ApiAnswer answer, int piece) throws ApiFailure {
        for (int from = 0; from < body.length; from += piece) {
            byte[] next = Arrays.copyOfRange(body, from, Math.min(body.length, from + piece));
            answer.bytes(next, next.length);
        }
        answer.end();
    }
}
