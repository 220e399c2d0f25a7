package dev.sluice.exporter.doctor;

import dev.sluice.exporter.doctor.CheckResults.CheckResult.Level;
import dev.sluice.exporter.model.Labeled;
import java.util.ArrayList;
import java.util.List;

/** Collects the results of one cluster, in the order of the checks. */
public final class CheckResults {

    private final String cluster;
    private final List<CheckResult> all = new ArrayList<>();

    public CheckResults(String cluster) {
        this.cluster = cluster;
    }

    public void ok(String check, String text) {
        all.add(new CheckResult(Level.OK, cluster, check, text, ""));
    }

    public void warning(String check, String text, String cure) {
        all.add(new CheckResult(Level.WARNING, cluster, check, text, cure));
    }

    public void skipped(String check, String text) {
        all.add(new CheckResult(Level.SKIPPED, cluster, check, text, ""));
    }

    public void failed(String check, String text, String cure) {
        all.add(new CheckResult(Level.FAILED, cluster, check, text, cure));
    }

    public List<CheckResult> all() {
        return List.copyOf(all);
    }

    /**
     * The result of one check.
     *
     * @param level whether action is required
     * @param cluster cluster name
     * @param check checked item, in one or two words
     * @param text the result, one line for people
     * @param cure the action to take, one line for people; empty if no action is required
     */
    public record CheckResult(Level level, String cluster, String check, String text, String cure) {

        /** Whether action is required. */
        public enum Level implements Labeled {
            OK,
            /** Not checked, because the check was not requested, or because the cluster does not offer the data. */
            SKIPPED,
            /** Some metrics are missing or wrong. */
            WARNING,
            /** The cluster cannot be read. */
            FAILED
        }
    }
}
