package dev.sluice.exporter.doctor;

import dev.sluice.exporter.doctor.CheckResult.Level;
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
}
