package dev.sluice.exporter;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.MetricsConfig;
import dev.sluice.exporter.publish.Sample;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests {@code metrics.userNames} and {@code metrics.accountNames} for every family of the catalogue with a user or
 * account label.
 */
class HiddenNamesTest {

    private static List<Sample> published(NameRule users, NameRule accounts) throws Exception {
        MetricsConfig of = changed(Loaded.DEFAULTS.metrics(), "jobs", new MetricsConfig.Jobs(true, 10_000, 10_000));
        return CapturedSamples.of(changed(changed(of, "userNames", users), "accountNames", accounts));
    }

    private static Set<String> valuesOf(String label, List<Sample> samples) {
        return samples.stream()
                .filter(sample -> sample.family().labels().contains(label))
                .map(sample -> sample.label(label))
                .filter(value -> !value.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> familiesWith(String label, List<Sample> samples) {
        return samples.stream()
                .filter(sample -> sample.family().labels().contains(label)
                        && !sample.label(label).isEmpty())
                .map(sample -> sample.family().name())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "account"})
    void captureHasEveryFamilyThatNamesThem(String label) throws Exception {
        Set<String> declared = MetricCatalog.families().stream()
                .filter(family -> family.labels().contains(label))
                .map(MetricFamily::name)
                .collect(Collectors.toCollection(TreeSet::new));
        // The captured cluster uses the Fair Tree algorithm, in which accounts have no factor.
        declared.remove("slurm_fairshare_account_factor");

        assertThat(familiesWith(label, published(NameRule.SHOW, NameRule.SHOW)))
                .hasSizeGreaterThan(8)
                .isEqualTo(declared);
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "account"})
    void hashedNamesStandInEveryFamilyAndNoOtherDo(String label) throws Exception {
        List<Sample> shown = published(NameRule.SHOW, NameRule.SHOW);
        List<Sample> hashed = published(NameRule.HASH, NameRule.HASH);

        assertThat(familiesWith(label, hashed)).isEqualTo(familiesWith(label, shown));
        assertThat(valuesOf(label, hashed))
                .hasSameSizeAs(valuesOf(label, shown))
                .allMatch(value -> value.matches("[0-9a-f]{12}|other"));
    }

    @ParameterizedTest
    @CsvSource({
        "DROP, SHOW, user, account, slurm_account_queue_jobs, slurm_fairshare_account_usage_seconds",
        "SHOW, DROP, account, user, slurm_user_queue_jobs, slurm_diag_user_rpcs_total"
    })
    void droppedNamesStandNowhere(
            NameRule users, NameRule accounts, String dropped, String shown, String one, String other)
            throws Exception {
        List<Sample> samples = published(users, accounts);

        assertThat(familiesWith(dropped, samples)).isEmpty();
        assertThat(familiesWith(shown, samples)).contains(one, other, "slurm_job_info");
    }

    /**
     * The families with one series per user must disappear, because a series without a user name would be the sum of
     * all users.
     */
    @Test
    void nothingIsCountedByNamesThatAreDropped() throws Exception {
        Set<String> left = published(NameRule.DROP, NameRule.DROP).stream()
                .map(Sample::family)
                .filter(family ->
                        family.labels().contains("user") || family.labels().contains("account"))
                .map(MetricFamily::name)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(left).containsExactly("slurm_job_gpu", "slurm_job_info");
    }
}
