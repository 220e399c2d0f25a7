package dev.sluice.exporter.sink.cloudwatch.rollup;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The CloudWatch names of labels. The names follow the convention of Container Insights. */
public final class DimensionNames {

    /** The dimension whose value is the name of the Kubernetes cluster, in all metrics of Container Insights. */
    public static final String CLUSTER_NAME = "ClusterName";

    private DimensionNames() {}

    /** Returns the dimension name, such as {@code GpuType} for {@code gpu_type}. */
    static String of(String label) {
        return switch (label) {
            case "cluster" -> "SlurmCluster";
            case "nodeset" -> "NodeSet";
            case "qos" -> "QOS";
            default ->
                Arrays.stream(label.split("_", -1))
                        .filter(word -> !word.isEmpty())
                        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                        .collect(Collectors.joining());
        };
    }
}
