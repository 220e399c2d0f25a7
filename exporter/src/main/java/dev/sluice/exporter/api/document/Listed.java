package dev.sluice.exporter.api.document;

import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.model.SlurmSource;
import java.time.Duration;
import java.time.Instant;

/** The parts of a list's answer: the list of each cluster, or the reason for withholding the list. */
public final class Listed {

    private Listed() {}

    /** Jobs of a cluster. */
    public sealed interface Jobs permits JobPage, Withheld {}

    /** Nodes of a cluster. */
    public sealed interface Nodes permits NodeDocument.NodePage, Withheld {}

    /** Jobs of a cluster with their waste. */
    public sealed interface Waste permits JobPage.WastePage, Withheld {}

    /** A cluster whose data is outdated or unknown. */
    public record Withheld(String cluster, String withheld)
            implements Jobs, Nodes, Waste, NowDocument.JobsNow, NowDocument.NodesNow {

        public static Withheld of(ShownCluster cluster, SlurmSource source) {
            return new Withheld(cluster.name(), inCluster(cluster, source).withheld());
        }

        /** Returns the reason alone, for a document that names the cluster. */
        static Withheld inCluster(ShownCluster cluster, SlurmSource source) {
            return new Withheld("", cluster.withheld(source).orElse(source.label() + " are not known"));
        }
    }

    /** The time and age of an observation. */
    record DataAge(Instant observedAt, Duration ageSeconds) {

        /** The age is never negative. */
        static DataAge at(Instant observedAt, Instant now) {
            Duration age = Duration.between(observedAt, now);
            return new DataAge(observedAt, age.isNegative() ? Duration.ZERO : age);
        }
    }
}
