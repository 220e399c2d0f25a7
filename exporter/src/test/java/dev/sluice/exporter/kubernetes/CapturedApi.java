package dev.sluice.exporter.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.common.kubernetes.BodyReader;
import dev.sluice.exporter.kubernetes.decode.FieldReader;
import dev.sluice.exporter.kubernetes.decode.ObjectAssembler;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.fixtures.Capture;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Captured responses of a real API server. The exporter's code decodes the responses in pieces of any size. */
final class CapturedApi {

    static final Capture CAPTURE = Capture.ofKubernetes("1.36");

    private CapturedApi() {}

    static String text(String path) {
        return CAPTURE.text(path);
    }

    /** Returns the lines of a captured watch. */
    static List<String> events(String path) {
        return text(path).lines().toList();
    }

    /** Returns the records of a captured list. */
    static <T> List<T> records(String path, ObjectAssembler<T> assembler) throws ApiFailure {
        Map<ObjectName, T> records = new TreeMap<>();
        page(CAPTURE.bytes(path), assembler, records, 1 << 16);
        return List.copyOf(records.values());
    }

    static <T> ListPage<T> page(byte[] body, ObjectAssembler<T> assembler, Map<ObjectName, T> records, int piece)
            throws ApiFailure {
        ListPage<T> page = new ListPage<>(assembler, records, 50_000);
        feed(body, new FieldReader(page.tree(), page), piece);
        return page;
    }

    /** Applies the events of a watch to records. Returns the version from which the next watch would continue. */
    static <T> String watch(String body, ObjectAssembler<T> assembler, Map<ObjectName, T> records, int piece)
            throws ApiFailure {
        WatchStream<T> stream = new WatchStream<>(assembler, "859", records, 50_000, () -> {});
        feed(body.getBytes(UTF_8), new FieldReader(stream.tree(), stream), piece);
        return stream.version();
    }

    private static void feed(byte[] body, BodyReader reader, int piece) throws ApiFailure {
        for (int from = 0; from < body.length; from += piece) {
            byte[] next = Arrays.copyOfRange(body, from, Math.min(body.length, from + piece));
            reader.bytes(next, next.length);
        }
        reader.end();
    }
}
