package dev.sluice.adapter.demand;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.adapter.demand.Demand.ClusterDemand;
import dev.sluice.common.demand.ApiJson;
import dev.sluice.common.demand.DemandReport.ClusterReport;
import dev.sluice.common.demand.DemandReport.NodeSetReport;
import dev.sluice.common.demand.DemandReport.PartitionReport;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    public static NodeSetReport nodeSet(
            String namespace, String name, String kind, String apiVersion, long desired, long pendingNodes) {
        return read(NodeSetReport.class, """
                {"namespace": "%s", "name": "%s", "kind": "%s", "apiVersion": "%s", "desired": %d, "pendingNodes": %d}
                """.formatted(namespace, name, kind, apiVersion, desired, pendingNodes));
    }

    /** Reads a part of the exporter's response. */
    public static <T> T read(Class<T> type, String json) {
        try {
            return ApiJson.MAPPER.readValue(json, type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the trusted demand of a cluster without partitions, observed at 2026-11-20T08:00:00Z. */
    public static ClusterDemand trusted(String cluster, NodeSetReport... nodeSets) {
        return new ClusterDemand(
                cluster,
                Optional.empty(),
                Optional.of(Instant.parse("2026-11-20T08:00:00Z")),
                Optional.of(Duration.ofSeconds(3)),
                List.of(nodeSets),
                Optional.empty());
    }

    public static PartitionReport partition(String name, long pendingNodes) {
        return new PartitionReport(name, pendingNodes, Map.of());
    }

    /** Returns a report that withholds the demand. */
    public static ClusterReport withheld(String cluster, String reason) {
        return read(ClusterReport.class, """
                {"cluster": "%s", "publishing": false, "reason": "%s"}""".formatted(cluster, reason));
    }

    public static String text(String name) {
        return new String(bytes(name), UTF_8);
    }
}
