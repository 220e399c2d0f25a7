package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Captured responses of a real API server. */
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
    static <T> List<T> records(String path, KubeObject.Reader<T> reader) throws ApiFailure {
        Listing<T> listing = new Listing<>(reader, 50_000);
        page(CAPTURE.bytes(path), listing);
        return List.copyOf(listing.records().values());
    }

    /** Reads a page. Returns the token of the next page. */
    static String page(byte[] body, Listing<?> listing) throws ApiFailure {
        try {
            return listing.page(KubernetesApi.JSON.createParser(body), () -> {});
        } catch (IOException | JsonTree.UnreadableValue e) {
            throw ApiFailure.of(e);
        }
    }

    static KubeObject.Reader<SlurmdPod> pods(NodeSetSystem system, Set<ObjectName> statefulSets) {
        return NodeSetReader.all("", statefulSets).stream()
                .filter(reader -> reader.system().equals(system))
                .findFirst()
                .orElseThrow()::readPod;
    }
}
