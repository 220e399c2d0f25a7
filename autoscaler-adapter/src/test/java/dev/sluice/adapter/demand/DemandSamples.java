package dev.sluice.adapter.demand;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.OptionalLong;

/**
 * The samples of the contract with the exporter. The exporter's tests check the exporter's encoder with the same
 * samples.
 */
public final class DemandSamples {

    private DemandSamples() {}

    public static byte[] bytes(String name) {
        try (InputStream in = DemandSamples.class.getResourceAsStream("/demand/v1/" + name)) {
            if (in == null) {
                throw new FileNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a NodeSet with the given demand, without replicas, as from an exporter that does not send replicas. */
    public static NodeSetDemand nodeSet(
            String namespace, String name, String kind, String apiVersion, long desired, long pendingNodes) {
        return new NodeSetDemand(
                namespace,
                name,
                kind,
                apiVersion,
                new NodeSetDemand.Size.Desired(desired),
                OptionalLong.empty(),
                pendingNodes);
    }

    public static String text(String name) {
        return new String(bytes(name), UTF_8);
    }
}
