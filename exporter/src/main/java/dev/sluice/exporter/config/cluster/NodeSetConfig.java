package dev.sluice.exporter.config.cluster;

import dev.sluice.exporter.config.schema.Check;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.config.schema.type.MemoryType;
import java.time.Duration;
import java.util.Optional;

/** What operators say of one NodeSet; it goes before everything that is observed. */
@Section("What operators say of one NodeSet; it goes before everything that is observed.")
public record NodeSetConfig(
        @Key(
                name = "name",
                meaning = "The NodeSet's namespace and name. The namespace may be left out where the cluster has one.",
                example = "slurm/gpu",
                pattern = "(" + NodeSetConfig.DNS_LABEL + "/)?" + NodeSetConfig.DNS_LABEL,
                expected = "name or namespace/name")
        String path,

        @Key(
                meaning = "`statefulset` for a plain StatefulSet whose pods run slurmd: it is read only where it is"
                        + " named here.",
                byDefault = "nodeset")
        Kind kind,

        @Key(
                meaning = "The least number of nodes.",
                absent = "its ScaledObject's or HPA's, else 0",
                example = "1",
                range = "0 to 100000")
        Optional<Integer> min,

        @Key(
                meaning = "The largest number of nodes.",
                absent = "its ScaledObject's or HPA's",
                example = "32",
                range = "0 to 100000")
        Optional<Integer> max,

        @Key(
                meaning =
                        "Where several NodeSets suit a job, it goes to the one whose cost, times the nodes that it adds, is least.",
                absent = "`0`",
                example = "10",
                range = "0 to 100000")
        Optional<Integer> cost,

        @Key(
                meaning = "For how long jobs go to other NodeSets where its nodes do not start; `0s` is off.",
                absent = "`scaling.backoff`",
                example = "1h",
                range = "0s to 24h")
        Optional<Duration> backoff,

        @Key(
                meaning = "What one node offers to jobs.",
                absent = "as its nodes registered, else as its pods' limits say")
        Optional<NodeShapeConfig> node) {

    // Not private, because Error Prone does not see that annotations read them.
    static final String DNS_LABEL = "[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?";
    static final String GRES = "gpu(:[A-Za-z][A-Za-z0-9_.-]*)?:[1-9][0-9]{0,5}";

    @Check
    static void limits(SectionValues in) {
        Optional<Integer> max = in.find("max", Integer.class);
        if (in.find("min", Integer.class).filter(min -> min > max.orElse(min)).isPresent()) {
            in.problem("min", "larger than max, which is " + max.orElseThrow());
        }
    }

    /** Its namespace; empty where the file does not say it. */
    public String namespace() {
        return path.substring(0, Math.max(0, path.indexOf('/')));
    }

    /** Its name within the namespace. */
    public String name() {
        return path.substring(path.indexOf('/') + 1);
    }

    /** In that namespace, unless it says its own. */
    NodeSetConfig within(String namespace) {
        String whole = path.contains("/") || namespace.isEmpty() ? path : namespace + "/" + path;
        return new NodeSetConfig(whole, kind, min, max, cost, backoff, node);
    }

    /** What a NodeSet can be in Kubernetes. */
    public enum Kind {
        NODESET,
        STATEFULSET
    }

    /** What one node offers to jobs. */
    @Section("What one node offers to jobs. Goes before what Slurm and Kubernetes say; needed where a NodeSet starts at"
            + " zero and no node of it was ever seen.")
    public record NodeShapeConfig(
            @Key(meaning = "CPUs that jobs can use.", example = "192", range = "1 to 100000")
            int cpus,

            @Key(name = "memory", meaning = "Memory that jobs can use.", example = "1500Gi", type = MemoryType.class)
            long memoryBytes,

            @Key(
                    meaning = "GPUs as slurm.conf has them, such as `gpu:h100:8`.",
                    byDefault = "",
                    pattern = "(" + GRES + "(," + GRES + ")*)?",
                    expected = "list of GPUs as in slurm.conf, such as gpu:h100:8")
            String gres,

            @Key(
                    meaning = "Features that jobs can ask for, separated by commas.",
                    byDefault = "",
                    pattern = "([^\\s,]+(,[^\\s,]+)*)?",
                    expected = "list of features, separated by commas")
            String features) {}
}
