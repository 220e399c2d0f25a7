package dev.sluice.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.chaos.Attack.Rule;
import org.junit.jupiter.api.Test;

/** Tests the parser that the chaos suite uses to check the programs. */
class ExpositionTest {

    @Test
    void readsLabelsAsPrometheusDoes() {
        Exposition scrape =
                new Exposition("# HELP a b\na{cluster=\"x\",name=\"q\\\"} \\\\ \\n\"} 1\na{cluster=\"y\"} 2.5\n");

        assertThat(scrape.faults()).isEmpty();
        assertThat(scrape.of("x", "a"::equals)).hasSize(1).containsValue(1.0);
    }

    @Test
    void findsWhatPrometheusWouldRefuse() {
        assertThat(new Exposition("a{cluster=\"x\"} 1\nevil{a=\"} 1\n").faults())
                .hasSize(1);
        assertThat(new Exposition("a{cluster=\"x\"} 1\na{cluster=\"x\"} 1\n").faults())
                .hasSize(1);
        assertThat(new Exposition("a{cluster=\"" + "x".repeat(10_000) + "\"} 1\n").faults())
                .hasSize(1);
    }

    @Test
    void knowsWhichNumberMayBeInfinite() {
        Baseline baseline = Baseline.of(new Exposition(""), new Exposition(""));

        Exposition level = new Exposition("slurm_fairshare_account_level{cluster=\"healthy\"} +Inf\n");
        assertThat(baseline.differences("healthy", level, Rule.ANY_NUMBER)).isEmpty();

        Exposition jobs = new Exposition("slurm_cluster_jobs{cluster=\"healthy\"} +Inf\n");
        assertThat(baseline.differences("healthy", jobs, Rule.ANY_NUMBER)).hasSize(1);
        Exposition below = new Exposition("slurm_fairshare_account_level{cluster=\"healthy\"} -Inf\n");
        assertThat(baseline.differences("healthy", below, Rule.ANY_NUMBER)).hasSize(1);
    }

    @Test
    void tellsWrongNumbersFromWithdrawnOnes() {
        String good = "slurm_cluster_jobs{cluster=\"healthy\"} 5\nslurm_license_used{cluster=\"healthy\"} 1\n";
        Baseline baseline = Baseline.of(new Exposition(good), new Exposition(good));

        Exposition withdrawn = new Exposition("slurm_license_used{cluster=\"healthy\"} 1\n");
        assertThat(baseline.differences("healthy", withdrawn, Rule.UNCHANGED)).isEmpty();
        assertThat(baseline.missing("healthy", withdrawn)).isPresent();

        Exposition wrong = new Exposition("slurm_cluster_jobs{cluster=\"healthy\"} 4\n");
        assertThat(baseline.differences("healthy", wrong, Rule.UNCHANGED)).hasSize(1);
        assertThat(baseline.differences("healthy", wrong, Rule.REPORTED)).hasSize(1);
        assertThat(baseline.differences("healthy", wrong, Rule.ANY_NUMBER)).isEmpty();

        Exposition said = new Exposition(
                "slurm_cluster_jobs{cluster=\"healthy\"} 4\nsluice_source_unreadable_records{cluster=\"healthy\"} 1\n");
        assertThat(baseline.differences("healthy", said, Rule.REPORTED)).isEmpty();

        Exposition negative = new Exposition("slurm_license_used{cluster=\"healthy\"} -1\n");
        assertThat(baseline.differences("healthy", negative, Rule.ANY_NUMBER)).hasSize(1);
    }
}
