package dev.sluice.exporter.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.truth.tool.Shown;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private static final List<ComparedFamily> FAMILIES =
            List.of(new ComparedFamily("jobs", "squeue", true), new ComparedFamily("used", "scontrol", false));

    private static List<String> differences(Shown shown, String exposition) {
        return Comparison.of(shown, Exposed.parse(exposition), FAMILIES).differences().stream()
                .map(Comparison.Value::toString)
                .toList();
    }

    @Test
    void aValueOfSlurmWithoutASampleIsADifference() {
        Shown shown = new Shown();
        shown.exactly(0, "used license", "matlab");
        shown.add(2, "jobs state", "pending");

        assertThat(differences(shown, ""))
                .containsExactly(
                        "jobs{state=pending}: Slurm 2.0, Sluice nothing",
                        "used{license=matlab}: Slurm 0.0, Sluice nothing");
    }

    @Test
    void aSampleThatSlurmDoesNotHaveIsADifference() {
        String exposition = """
                jobs{cluster="alpha",state="running"} 3
                used{cluster="alpha",license="ansys"} 0
                """;

        assertThat(differences(new Shown(), exposition))
                .containsExactly(
                        "jobs{state=running}: Slurm 0.0, Sluice 3.0", "used{license=ansys}: Slurm nothing, Sluice 0.0");
    }

    @Test
    void aZeroStandsForWhatSlurmDoesNotList() {
        assertThat(differences(new Shown(), "jobs{cluster=\"alpha\",state=\"running\"} 0\n"))
                .isEmpty();
    }

    @Test
    void anotherNumberOrLabelIsADifference() {
        Shown shown = new Shown();
        shown.add(2, "jobs state", "pending");
        shown.between(5, 6, "used license", "matlab");

        assertThat(differences(
                        shown, "jobs{cluster=\"a\",state=\"pending\"} 3\nused{cluster=\"a\",license=\"matlab\"} 5.5\n"))
                .containsExactly("jobs{state=pending}: Slurm 2.0, Sluice 3.0");
        assertThat(differences(
                        shown, "jobs{cluster=\"a\",state=\"pending\"} 2\nused{cluster=\"a\",license=\"Matlab\"} 5\n"))
                .hasSize(2);
    }

    @Test
    void familiesWithoutACounterpartAreNotCompared() {
        assertThat(differences(new Shown(), "process_cpu_seconds_total 3\n")).isEmpty();
    }
}
