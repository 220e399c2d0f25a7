package dev.sluice.adapter.demand;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads one element of {@code clusters}. */
final class ClusterDecoder {

    private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(Integer.MAX_VALUE);
    private static final int MILLIS = 3;
    private static final BigDecimal ONE_MILLI = BigDecimal.ONE.movePointLeft(MILLIS);

    private final JsonPlace json;
    private final String where;
    private Optional<String> cluster = Optional.empty();
    private Optional<Boolean> publishing = Optional.empty();
    private Optional<String> reason = Optional.empty();
    private Optional<Instant> observedAt = Optional.empty();
    private Optional<Duration> age = Optional.empty();
    private Optional<Duration> maxAge = Optional.empty();
    private Optional<List<NodeSetDemand>> nodeSets = Optional.empty();
    private Optional<List<PartitionDemand>> partitions = Optional.empty();

    private ClusterDecoder(JsonPlace json) {
        this.json = json;
        this.where = json.where();
    }

    static ClusterReport decode(JsonPlace json) throws IOException, BadDemand {
        ClusterDecoder decoder = new ClusterDecoder(json);
        json.object(decoder::member);
        return decoder.report();
    }

    private void member(String name) throws IOException, BadDemand {
        switch (name) {
            case "cluster" -> cluster = Optional.of(json.name());
            case "publishing" -> publishing = Optional.of(json.truth());
            case "reason" -> reason = Optional.of(json.text());
            case "observedAt" -> observedAt = Optional.of(time());
            case "ageSeconds" -> age = Optional.of(seconds());
            case "maxAgeSeconds" -> maxAge = Optional.of(seconds());
            case "nodeSets" -> nodeSets = Optional.of(nodeSets());
            case "partitions" -> partitions = Optional.of(partitions());
            default -> json.skip();
        }
    }

    private ClusterReport report() throws BadDemand {
        String name = required(cluster, "cluster");
        if (!required(publishing, "publishing")) {
            return new ClusterReport.Withheld(name, reason.orElse("it gives no reason"));
        }
        return new ClusterReport.Published(
                name,
                required(observedAt, "observedAt"),
                required(age, "ageSeconds"),
                maxAge,
                required(nodeSets, "nodeSets"),
                partitions);
    }

    private List<NodeSetDemand> nodeSets() throws IOException, BadDemand {
        List<NodeSetDemand> found = new ArrayList<>();
        Set<String> names = new HashSet<>();
        json.array(() -> {
            NodeSetDemand nodeSet = NodeSetDecoder.decode(json);
            String name = nodeSet.resource() + " " + nodeSet.namespace() + "/" + nodeSet.name();
            if (!names.add(name)) {
                throw new BadDemand(where + " has " + name + " twice");
            }
            found.add(nodeSet);
        });
        return found;
    }

    private List<PartitionDemand> partitions() throws IOException, BadDemand {
        List<PartitionDemand> found = new ArrayList<>();
        Set<String> names = new HashSet<>();
        json.array(() -> {
            PartitionDemand partition = PartitionDecoder.decode(json);
            if (!names.add(partition.name())) {
                throw new BadDemand(where + " has partition " + partition.name() + " twice");
            }
            found.add(partition);
        });
        return found;
    }

    private Instant time() throws IOException, BadDemand {
        String text = json.text();
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new BadDemand(json.where() + " is not a time such as 2026-11-20T08:00:00Z");
        }
    }

    private Duration seconds() throws IOException, BadDemand {
        BigDecimal seconds = json.number();
        if (seconds.signum() < 0) {
            throw new BadDemand(json.where() + " is negative");
        }
        if (seconds.compareTo(MOST_SECONDS) > 0) {
            throw new BadDemand(json.where() + " is more than " + MOST_SECONDS);
        }
        if (seconds.compareTo(ONE_MILLI) < 0) {
            // Also because the expansion of 1e-999999999 has as many digits.
            return Duration.ZERO;
        }
        // Up, so that nothing looks younger than it is.
        return Duration.ofMillis(
                seconds.movePointRight(MILLIS).setScale(0, RoundingMode.CEILING).longValue());
    }

    private <T> T required(Optional<T> value, String name) throws BadDemand {
        return required(value, where, name);
    }

    static <T> T required(Optional<T> value, String place, String name) throws BadDemand {
        if (value.isEmpty()) {
            throw new BadDemand(place + "." + name + " is missing");
        }
        return value.get();
    }
}
