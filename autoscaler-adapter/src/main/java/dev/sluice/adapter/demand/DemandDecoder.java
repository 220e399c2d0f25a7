package dev.sluice.adapter.demand;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.adapter.demand.NodeSetDemand.Size;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Decodes the JSON of {@code /api/v1/demand}, version 1. Ignores unknown members, because a later exporter can add
 * members. Required members must be present and valid.
 */
public final class DemandDecoder {

    private static final int VERSION = 1;

    private static final JsonMapper JSON = JsonMapper.builder()
            // An object with a duplicate member is ambiguous.
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private DemandDecoder() {}

    /**
     * Returns the report on each cluster, in the order of the document.
     *
     * @throws ReadFailure if the document is not JSON, has an unsupported version, or violates the contract
     */
    public static List<ClusterReport> decode(byte[] bytes) throws ReadFailure {
        var document = new JsonPlace(tree(bytes), "");
        // Checks the version first, because a different version can have different members.
        BigDecimal version = document.find("version", JsonPlace::number)
                .orElseThrow(() -> new ReadFailure("version is missing: this is not an exporter's /api/v1/demand"));
        if (version.compareTo(BigDecimal.valueOf(VERSION)) != 0) {
            throw new ReadFailure(
                    FailureKind.UNSUPPORTED_VERSION,
                    "version " + version + " of /api/v1/demand is not known, only " + VERSION
                            + "; use an adapter and an exporter of the same release");
        }
        return document.get(
                "clusters",
                clusters -> List.copyOf(clusters.distinct(DemandDecoder::cluster, ClusterReport::cluster, "clusters")));
    }

    private static JsonNode tree(byte[] bytes) throws ReadFailure {
        try (JsonParser parser = JSON.createParser(bytes)) {
            if (parser.nextToken() == null) {
                throw new ReadFailure("the document is empty");
            }
            JsonNode tree = JSON.readTree(parser);
            if (parser.nextToken() != null) {
                throw new ReadFailure("data after the end of the document");
            }
            return tree;
        } catch (JsonProcessingException e) {
            throw new ReadFailure(
                    "not JSON: " + e.getOriginalMessage().lines().findFirst().orElse("malformed"));
        } catch (IOException e) {
            // An IOException cannot occur when the input is a byte array.
            throw new UncheckedIOException(e);
        }
    }

    private static ClusterReport cluster(JsonPlace place) throws ReadFailure {
        String name = place.get("cluster", JsonPlace::name);
        boolean publishing = place.get("publishing", JsonPlace::truth);
        // Reads all members even if the demand is withheld, to report invalid members.
        Optional<String> reason = place.find("reason", JsonPlace::text);
        Optional<Instant> observedAt = place.find("observedAt", JsonPlace::time);
        Optional<Duration> age = place.find("ageSeconds", JsonPlace::seconds);
        Optional<Duration> maxAge = place.find("maxAgeSeconds", JsonPlace::seconds);
        Optional<List<NodeSetDemand>> nodeSets = place.find(
                "nodeSets", sets -> sets.distinct(DemandDecoder::nodeSet, DemandDecoder::fullName, place.path()));
        Optional<List<PartitionDemand>> partitions = place.find(
                "partitions",
                all -> all.distinct(DemandDecoder::partition, one -> "partition " + one.name(), place.path()));
        if (!publishing && nodeSets.isPresent()) {
            return new ClusterReport.WithoutNodeSets(name);
        }
        if (!publishing) {
            return new ClusterReport.Withheld(name, reason.orElse("it gives no reason"));
        }
        return new ClusterReport.Published(
                name,
                observedAt.orElseThrow(() -> place.missing("observedAt")),
                age.orElseThrow(() -> place.missing("ageSeconds")),
                maxAge,
                NodeSets.of(nodeSets.orElseThrow(() -> place.missing("nodeSets"))),
                partitions);
    }

    private static String fullName(NodeSetDemand nodeSet) {
        return nodeSet.resource() + " " + nodeSet.namespace() + "/" + nodeSet.name();
    }

    private static NodeSetDemand nodeSet(JsonPlace place) throws ReadFailure {
        return new NodeSetDemand(
                place.get("namespace", JsonPlace::name),
                place.get("name", JsonPlace::name),
                place.get("kind", JsonPlace::name),
                place.get("apiVersion", JsonPlace::name),
                size(place),
                place.find("replicas", value -> OptionalLong.of(value.count())).orElse(OptionalLong.empty()),
                place.get("pendingNodes", JsonPlace::count));
    }

    /**
     * Requires either a number or the reason why the number is missing, because both together contradict each other.
     */
    private static Size size(JsonPlace place) throws ReadFailure {
        Optional<Long> desired = place.find("desired", JsonPlace::count);
        Optional<String> notScalable = place.find("notScalable", JsonPlace::name);
        if (notScalable.isEmpty()) {
            return new Size.Desired(desired.orElseThrow(() -> place.missing("desired")));
        }
        if (desired.isPresent()) {
            throw place.bad("has both desired and notScalable");
        }
        return new Size.NotScalable(notScalable.get());
    }

    private static PartitionDemand partition(JsonPlace place) throws ReadFailure {
        return new PartitionDemand(place.get("name", JsonPlace::name), place.get("pendingNodes", JsonPlace::count));
    }
}
