package dev.sluice.exporter.realslurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The differences between the numbers on a page and the numbers of Slurm's tools. */
final class Differences {

    private final List<String> all = new ArrayList<>();
    private String subject = "";
    private long compared;

    /** Sets the subject of the next numbers. */
    void about(String next) {
        subject = next;
    }

    void equal(String what, Object tool, Object page) {
        compared++;
        if (!Objects.equals(tool, page)) {
            all.add(subject + ", " + what + ": " + tool + " by Slurm's tools, " + page + " on the page");
        }
    }

    List<String> all() {
        return all;
    }

    long compared() {
        return compared;
    }
}
