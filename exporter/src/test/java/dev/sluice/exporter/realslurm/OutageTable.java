package dev.sluice.exporter.realslurm;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What outages of a real Slurm came to, as the table in docs/faults.md. {@code -Dgolden.update=true} rewrites that. */
final class OutageTable {

    private static final String BEGIN = "<!-- table of RealSlurmOutagesIT -->\n";
    private static final String END = "<!-- end of the table of RealSlurmOutagesIT -->";

    private final List<String> rows = new ArrayList<>();

    /** Times in seconds; a negative one does not apply. */
    void add(RealCluster cluster, String what, double marked, double withdrawn, double healed) {
        String row = "| %s | %s | %s | %s | %s |"
                .formatted(what, cluster.fact("SLURM_VERSION"), text(marked), text(withdrawn), text(healed));
        System.out.println(row);
        rows.add(row);
    }

    private static String text(double seconds) {
        return seconds < 0 ? "" : String.format(Locale.ROOT, "%.1f", seconds);
    }

    void write() throws IOException {
        if (!Boolean.getBoolean("golden.update")) {
            return;
        }
        Path page = GoldenFile.repositoryRoot().resolve("docs/faults.md");
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END, begin);
        Files.writeString(
                page,
                text.substring(0, begin)
                        + "| fault | Slurm | marked (s) | withdrawn (s) | healed (s) |\n|---|---|---:|---:|---:|\n"
                        + String.join("\n", rows.stream().sorted().toList()) + "\n" + text.substring(end));
    }
}
