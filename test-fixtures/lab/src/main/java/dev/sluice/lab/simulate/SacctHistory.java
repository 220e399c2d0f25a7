package dev.sluice.lab.simulate;

import dev.sluice.exporter.model.Tres;
import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Parses the output of {@code sacct --allocations --parsable2} with its header. Requires the columns Submit, ElapsedRaw
 * and AllocTRES. Also uses the columns Eligible, Partition, TimelimitRaw and User if the output has these columns. Times
 * are in seconds ({@code SLURM_TIME_FORMAT=%s}) or in sacct's default format.
 */
final class SacctHistory {

    static final String FORMAT = "--format=JobID,User,Partition,Submit,Eligible,ElapsedRaw,TimelimitRaw,AllocTRES";

    private static final List<String> NEEDED = List.of("Submit", "ElapsedRaw", "AllocTRES");
    private static final int MINUTE = 60;

    private SacctHistory() {}

    static History parse(String name, List<String> lines) throws IOException {
        String[] columns = lines.get(0).strip().split("\\s*\\|\\s*", -1);
        for (String needed : NEEDED) {
            if (!List.of(columns).contains(needed)) {
                throw new IOException(name + ":1: no column " + needed + "; run sacct with " + FORMAT);
            }
        }
        List<History.Job> jobs = new ArrayList<>();
        Map<String, Integer> skipped = new TreeMap<>();
        for (int i = 1; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                read(name + ":" + (i + 1) + ": ", columns, lines.get(i).split("\\|", -1), jobs, skipped);
            }
        }
        return new History(History.fromZero(name, jobs), skipped);
    }

    private static void read(
            String place, String[] columns, String[] values, List<History.Job> jobs, Map<String, Integer> skipped)
            throws IOException {
        if (values.length != columns.length) {
            throw new IOException(place + values.length + " fields, but the first line has " + columns.length
                    + "; is this the output of sacct --parsable2?");
        }
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < columns.length; i++) {
            fields.put(columns[i], values[i].strip());
        }
        String elapsed = fields.getOrDefault("ElapsedRaw", "");
        if (!elapsed.matches("\\d{1,15}")) {
            throw new IOException(place + "ElapsedRaw \"" + elapsed + "\" is not a number of seconds");
        }
        Tres tres = Tres.parse(fields.getOrDefault("AllocTRES", ""));
        long runTime = Long.parseLong(elapsed);
        if (runTime == 0 || tres.nodes() <= 0 || tres.cpus() <= 0) {
            skipped.merge(runTime == 0 ? "never ran" : "no nodes or CPUs in AllocTRES", 1, Integer::sum);
            return;
        }
        String limit = fields.getOrDefault("TimelimitRaw", "");
        // A held or dependent job could not start before its eligible time.
        String eligible = fields.getOrDefault("Eligible", "");
        String start = eligible.isEmpty() || eligible.equals("Unknown") ? "Submit" : "Eligible";
        jobs.add(new History.Job(
                time(place + start, fields.getOrDefault(start, "")),
                runTime,
                Math.max(runTime, limit.matches("\\d{1,9}") ? MINUTE * Long.parseLong(limit) : 0),
                fields.getOrDefault("User", ""),
                fields.getOrDefault("Partition", ""),
                Math.toIntExact(Math.min(tres.nodes(), Integer.MAX_VALUE)),
                tres.cpus(),
                tres.gpus()));
    }

    private static long time(String place, String text) throws IOException {
        if (text.matches("\\d{1,12}")) {
            return Long.parseLong(text);
        }
        try {
            // The times are local times of the site. The UTC offset does not matter, because only differences of times
            // are used.
            return LocalDateTime.parse(text).toEpochSecond(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw new IOException(place + " \"" + text + "\" is not a time; set SLURM_TIME_FORMAT=%s for sacct");
        }
    }
}
