package dev.sluice.adapter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the advice on how to select one of several series. */
class AmbiguityTest {

    private static Series series(Map<String, String> labels) {
        return new Series(Metric.NODESET_DESIRED_REPLICAS, labels, Optional.empty(), 1, Instant.EPOCH);
    }

    private static List<Series> nodeSets(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> series(Map.of("cluster", "a", "nodeset", "n" + (char) ('a' + i))))
                .toList();
    }

    @Test
    void namesTenChoicesAndCountsTheOthers() {
        String ten = "nodeset=na, nodeset=nb, nodeset=nc, nodeset=nd, nodeset=ne, nodeset=nf, nodeset=ng, nodeset=nh,"
                + " nodeset=ni, nodeset=nj";

        assertThat(Ambiguity.among(nodeSets(10), Set.of("cluster")))
                .contains("10 series match, and an autoscaler would add them up; add one of these to the selector: "
                        + ten);
        assertThat(Ambiguity.among(nodeSets(12), Set.of("cluster")))
                .contains("12 series match, and an autoscaler would add them up; add one of these to the selector: "
                        + ten + ", and 2 more");
    }

    @Test
    void advisesOnTheFirstOfSeveralGroupsByTheirLabels() {
        List<Series> groups = IntStream.range(0, 12)
                .map(i -> 11 - i)
                .mapToObj(i -> "abcdefghijkl".substring(i, i + 1))
                .flatMap(cluster ->
                        Stream.of("x", "y").map(name -> series(Map.of("cluster", cluster, "nodeset", cluster + name))))
                .toList();

        assertThat(Ambiguity.among(groups, Set.of("cluster")))
                .contains("2 series match, and an autoscaler would add them up; add one of these to the selector:"
                        + " nodeset=ax, nodeset=ay");
    }

    @Test
    void tellsApartWhatDiffersInALabelThatIsNamed() {
        assertThat(Ambiguity.among(nodeSets(3), Set.of("nodeset"))).isEmpty();
        assertThat(Ambiguity.among(nodeSets(1), Set.of())).isEmpty();
    }

    @Test
    void saysThatNoLabelTellsThemApart() {
        Series one = series(Map.of("cluster", "a", "nodeset", "n"));

        assertThat(Ambiguity.among(List.of(one, one), Set.of("cluster")))
                .contains("2 series match, and an autoscaler would add them up; all their labels are equal: rename one"
                        + " or use a metric of type Object");
    }
}
