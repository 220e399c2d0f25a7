package dev.sluice.exporter.publish;

import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.SectionValues;
import java.time.Duration;
import java.util.Optional;

/** The settings of one NodeSet. The settings override all observed values. */
@ConfigSection("The settings override observed values.")
public record NodeSetConfig(
        @Key(
                name = "name",
                meaning = "Name. The namespace is optional if the cluster has one.",
                example = "slurm/gpu",
                pattern = "(" + NodeSetConfig.DNS_LABEL + "/)?" + NodeSetConfig.DNS_LABEL,
                expected = "name or namespace/name")
        String path,

        @Key(
                meaning = "`statefulset` for a StatefulSet whose pods run slurmd. Others are not read.",
                byDefault = "nodeset")
        NodeSetKind kind,

        @Key(
                meaning = "Minimum number of nodes.",
                absent = "that of its ScaledObject or HPA, else 0",
                example = "1",
                range = "0 to 100000")
        Optional<Integer> min,

        @Key(
                meaning = "Maximum number of nodes.",
                absent = "its ScaledObject's or HPA's",
                example = "32",
                range = "0 to 100000")
        Optional<Integer> max,

        @Key(
                meaning = "Relative cost of a node. A job counts for the NodeSet with the lowest cost of new nodes.",
                absent = "`0`",
                example = "10",
                range = "0 to 100000")
        Optional<Integer> cost,

        @Key(
                meaning = "As `scaling.backoff`, for this NodeSet.",
                absent = "`scaling.backoff`",
                example = "1h",
                range = "0s to 24h")
        Optional<Duration> backoff,

        @Key(meaning = "The resources of one node for jobs.", absent = "as its nodes registered, else its pods' limits")
        Optional<NodeShapeConfig> node) {

    // This constant is not private, because Error Prone does not see its use in annotations.
    static final String DNS_LABEL = "[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?";
    static final String GRES = "[A-Za-z][A-Za-z0-9_.-]*(:[A-Za-z0-9][A-Za-z0-9_.-]*)?:[1-9][0-9]{0,5}";

    @ConfigSection.Check
    static void limits(SectionValues in) {
        Optional<Integer> max = in.find("max", Integer.class);
        if (in.find("min", Integer.class).filter(min -> min > max.orElse(min)).isPresent()) {
            in.problem("min", "greater than max, which is " + max.orElseThrow());
        }
    }

    /** Returns the namespace; empty if the file contains no namespace. */
    public String namespace() {
        return path.substring(0, Math.max(0, path.indexOf('/')));
    }

    public String name() {
        return path.substring(path.indexOf('/') + 1);
    }

    /** Returns these settings with a default namespace. */
    public NodeSetConfig within(String namespace) {
        String whole = path.contains("/") || namespace.isEmpty() ? path : namespace + "/" + path;
        return new NodeSetConfig(whole, kind, min, max, cost, backoff, node);
    }

    /** The kinds of NodeSets in Kubernetes. */
    public enum NodeSetKind {
        NODESET,
        STATEFULSET
    }

    /** The resources that one node has for jobs. */
    @ConfigSection("Required if the NodeSet starts at zero and none of its nodes was ever seen.")
    public record NodeShapeConfig(
            @Key(meaning = "CPUs that jobs can use.", example = "192", range = "1 to 100000")
            int cpus,

            @Key(name = "memory", meaning = "Memory that jobs can use.", example = "1500Gi")
            long memoryBytes,

            @Key(
                    meaning = "GPUs and other generic resources.",
                    byDefault = "",
                    pattern = "(" + GRES + "(," + GRES + ")*)?",
                    expected = "list of GRES in slurm.conf syntax, such as gpu:h100:8 or tpu:8")
            String gres,

            @Key(
                    meaning = "Node features.",
                    byDefault = "",
                    pattern = "([^\\s,]+(,[^\\s,]+)*)?",
                    expected = "list of features, separated by commas")
            String features) {}
}
