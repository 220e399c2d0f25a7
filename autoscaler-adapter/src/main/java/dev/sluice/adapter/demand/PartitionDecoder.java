package dev.sluice.adapter.demand;

import java.io.IOException;
import java.util.Optional;

/** Reads one element of {@code partitions}. */
final class PartitionDecoder {

    private final JsonPlace json;
    private final String where;
    private Optional<String> name = Optional.empty();
    private Optional<Long> pendingNodes = Optional.empty();

    private PartitionDecoder(JsonPlace json) {
        this.json = json;
        this.where = json.where();
    }

    static PartitionDemand decode(JsonPlace json) throws IOException, BadDemand {
        PartitionDecoder decoder = new PartitionDecoder(json);
        json.object(decoder::member);
        return new PartitionDemand(
                ClusterDecoder.required(decoder.name, decoder.where, "name"),
                ClusterDecoder.required(decoder.pendingNodes, decoder.where, "pendingNodes"));
    }

    private void member(String member) throws IOException, BadDemand {
        switch (member) {
            case "name" -> name = Optional.of(json.name());
            case "pendingNodes" -> pendingNodes = Optional.of(json.count());
            default -> json.skip();
        }
    }
}
