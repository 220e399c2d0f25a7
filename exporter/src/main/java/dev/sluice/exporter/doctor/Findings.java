package dev.sluice.exporter.doctor;

import dev.sluice.exporter.doctor.Finding.Level;
import java.util.ArrayList;
import java.util.List;

/** Collects the findings of one cluster, in the order of the checks. */
final class Findings {

    private final String cluster;
    private final List<Finding> all = new ArrayList<>();

    Findings(String cluster) {
        this.cluster = cluster;
    }

    void ok(String check, String text) {
        all.add(new Finding(Level.OK, cluster, check, text, ""));
    }

    void warning(String check, String text, String cure) {
        all.add(new Finding(Level.WARNING, cluster, check, text, cure));
    }

    void skipped(String check, String text) {
        all.add(new Finding(Level.SKIPPED, cluster, check, text, ""));
    }

    void failed(String check, String text, String cure) {
        all.add(new Finding(Level.FAILED, cluster, check, text, cure));
    }

    List<Finding> all() {
        return List.copyOf(all);
    }
}
