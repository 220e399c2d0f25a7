package dev.sluice.adapter.demand;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads one element of {@code nodeSets}. */
final class NodeSetDecoder {

    private final JsonPlace json;
    private final String where;
    private Optional<String> namespace = Optional.empty();
    private Optional<String> name = Optional.empty();
    private Optional<String> kind = Optional.empty();
    private Optional<String> apiVersion = Optional.empty();
    private Optional<Long> desired = Optional.empty();
    private Optional<String> notScalable = Optional.empty();
    private OptionalLong replicas = OptionalLong.empty();
    private Optional<Long> pendingNodes = Optional.empty();

    private NodeSetDecoder(JsonPlace json) {
        this.json = json;
        this.where = json.where();
    }

    static NodeSetDemand decode(JsonPlace json) throws IOException, BadDemand {
        NodeSetDecoder decoder = new NodeSetDecoder(json);
        json.object(decoder::member);
        return decoder.nodeSet();
    }

    private void member(String member) throws IOException, BadDemand {
        switch (member) {
            case "namespace" -> namespace = Optional.of(json.name());
            case "name" -> name = Optional.of(json.name());
            case "kind" -> kind = Optional.of(json.name());
            case "apiVersion" -> apiVersion = Optional.of(json.name());
            case "desired" -> desired = Optional.of(json.count());
            case "notScalable" -> notScalable = Optional.of(json.name());
            case "replicas" -> replicas = OptionalLong.of(json.count());
            case "pendingNodes" -> pendingNodes = Optional.of(json.count());
            default -> json.skip();
        }
    }

    private NodeSetDemand nodeSet() throws BadDemand {
        return new NodeSetDemand(
                ClusterDecoder.required(namespace, where, "namespace"),
                ClusterDecoder.required(name, where, "name"),
                ClusterDecoder.required(kind, where, "kind"),
                ClusterDecoder.required(apiVersion, where, "apiVersion"),
                size(),
                replicas,
                ClusterDecoder.required(pendingNodes, where, "pendingNodes"));
    }

    /** One of the two: a number beside the reason why there is none would be a riddle. */
    private NodeSetDemand.Size size() throws BadDemand {
        if (notScalable.isPresent()) {
            if (desired.isPresent()) {
                throw new BadDemand(where + " has both desired and notScalable");
            }
            return new NodeSetDemand.Size.NotScalable(notScalable.get());
        }
        return new NodeSetDemand.Size.Desired(ClusterDecoder.required(desired, where, "desired"));
    }
}
