package dev.sluice.lab.chaos;

import static dev.sluice.lab.chaos.Attack.Rule.ANY_NUMBER;
import static dev.sluice.lab.chaos.Attack.Rule.REPORTED;
import static dev.sluice.lab.chaos.Attack.Rule.UNCHANGED;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what the chaos suite uses to check the programs, and its page. */
class ChaosChecksTest {

    @Test
    void readsLabelsAsPrometheusDoes() {
        Scrape scrape = new Scrape("# HELP a b\na{cluster=\"x\",name=\"q\\\"} \\\\ \\n\"} 1\na{cluster=\"y\"} 2.5\n");

        assertThat(scrape.faults()).isEmpty();
        assertThat(scrape.of("x", "a"::equals)).hasSize(1).containsValue(1.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil{a=\"} 1", "a{cluster=\"x\"} 1\na{cluster=\"x\"} 1", "evil{} 1 2 3"})
    void findsWhatPrometheusWouldRefuse(String text) {
        assertThat(new Scrape(text + "\n").faults()).hasSize(1);
        assertThat(new Scrape("a{cluster=\"" + "x".repeat(10_000) + "\"} 1\n").faults())
                .hasSize(1);
    }

    @Test
    void tellsWrongNumbersFromPermittedAndWithdrawnOnes() {
        String jobs = "slurm_cluster_jobs{cluster=\"a\"}";
        assertThat(wrong(jobs + " 4", UNCHANGED)).hasSize(1);
        assertThat(wrong(jobs + " 4", REPORTED)).hasSize(1);
        assertThat(wrong(jobs + " 4", ANY_NUMBER)).isEmpty();
        assertThat(wrong(jobs + " 4\nsluice_source_unreadable_records{cluster=\"a\"} 1", REPORTED))
                .isEmpty();
        assertThat(wrong(jobs + " 4\nsluice_source_up{cluster=\"a\"} 0", REPORTED))
                .isEmpty();
        assertThat(wrong("", UNCHANGED)).isEmpty();
        assertThat(wrong(jobs + " -1", ANY_NUMBER)).hasSize(1);
        assertThat(wrong(jobs + " +Inf", ANY_NUMBER)).hasSize(1);
        assertThat(wrong("slurm_fairshare_account_level{cluster=\"a\"} +Inf", ANY_NUMBER))
                .isEmpty();
        assertThat(wrong("slurm_fairshare_account_level{cluster=\"a\"} -Inf", ANY_NUMBER))
                .hasSize(1);
    }

    private static List<String> wrong(String scrape, Attack.Rule rule) {
        return new Scrape(scrape).wrong("a", Map.of("slurm_cluster_jobs{cluster=\"a\"}", 5.0), rule);
    }

    /** To update the page after a change of the attacks: {@code .ci/chaos --table}. */
    @Test
    void thePageHasARowForEachAttackAndNoOther() throws IOException {
        String page = Files.readString(ChaosTest.PAGE);
        assertThat(page).containsPattern(ChaosTest.TABLE);
        assertThat(Pattern.compile("(?m)^\\| `([a-z0-9-]+)` \\|").matcher(page).results())
                .map(row -> row.group(1))
                .containsExactlyElementsOf(Attacks.all().map(Attack::name).toList());
    }
}
