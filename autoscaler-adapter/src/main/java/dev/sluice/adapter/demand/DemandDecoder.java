package dev.sluice.adapter.demand;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the JSON of {@code /api/v1/demand}, version 1. Members that it does not know are left alone, because later
 * exporters may add some; everything that it needs has to be there and to make sense.
 */
public final class DemandDecoder {

    private static final int VERSION = 1;

    private static final JsonFactory JSON = JsonFactory.builder()
            // An object that says a thing twice says nothing.
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private DemandDecoder() {}

    /**
     * What the document says of each cluster, in its order.
     *
     * @throws BadDemand where it is not JSON, of another version, or breaks the contract
     */
    public static List<ClusterReport> decode(byte[] document) throws BadDemand {
        // First alone: another version may well have other members.
        checkVersion(document);
        List<ClusterReport> clusters = new ArrayList<>();
        read(document, (json, name) -> {
            if (name.equals("clusters")) {
                json.array(() -> clusters.add(ClusterDecoder.decode(json)));
            } else {
                json.skip();
            }
            return name;
        });
        Set<String> names = new HashSet<>();
        for (ClusterReport cluster : clusters) {
            if (!names.add(cluster.cluster())) {
                throw new BadDemand("clusters has " + cluster.cluster() + " twice");
            }
        }
        return List.copyOf(clusters);
    }

    private static void checkVersion(byte[] document) throws BadDemand {
        Set<String> members = read(document, (json, name) -> {
            if (name.equals("version")) {
                BigDecimal version = json.number();
                if (version.compareTo(BigDecimal.valueOf(VERSION)) != 0) {
                    throw new BadDemand(
                            FailureKind.UNSUPPORTED_VERSION,
                            "version " + version + " of /api/v1/demand is not known, only " + VERSION
                                    + "; use an adapter and an exporter of the same release");
                }
            } else {
                json.skip();
            }
            return name;
        });
        if (!members.contains("version")) {
            throw new BadDemand("version is missing: this is not an exporter's /api/v1/demand");
        }
        if (!members.contains("clusters")) {
            throw new BadDemand("clusters is missing");
        }
    }

    /** Reads one member and says its name. */
    @FunctionalInterface
    private interface TopMember {
        String read(JsonPlace json, String name) throws IOException, BadDemand;
    }

    private static Set<String> read(byte[] document, TopMember member) throws BadDemand {
        Set<String> members = new HashSet<>();
        try (JsonParser parser = JSON.createParser(document)) {
            JsonPlace json = new JsonPlace(parser);
            if (parser.nextToken() == null) {
                throw new BadDemand("the document is empty");
            }
            json.object(name -> members.add(member.read(json, name)));
            JsonToken after = parser.nextToken();
            if (after != null) {
                throw new BadDemand("something follows the document");
            }
            return members;
        } catch (JsonProcessingException e) {
            throw new BadDemand(
                    "not JSON: " + e.getOriginalMessage().lines().findFirst().orElse("malformed"));
        } catch (IOException e) {
            // From an array of bytes: cannot happen.
            throw new UncheckedIOException(e);
        }
    }
}
