package dev.sluice.lab.simulate.history;

import dev.sluice.exporter.model.Tres;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Parses the output of {@code sacct --allocations --parsable2} with its header. Requires the columns Submit, ElapsedRaw
 * and AllocTRES. Also uses the columns Eligible, Partition, TimelimitRaw and User if the output has these columns. Times are
 * in seconds ({@code SLURM_TIME_FORMAT=%s}) or in sacct's default format.
 */
final class SacctHistory {

    static final String FORMAT = "--format=JobID,User,Partition,Submit,Eligible,ElapsedRaw,TimelimitRaw,AllocTRES";

    private static final String SEPARATOR = "\\|";
    private static final List<String> NEEDED = List.of("Submit", "ElapsedRaw", "AllocTRES");
    private static final int MINUTE = 60;

    private final String name;
    private final Map<String, Integer> columns;
    private final int width;

    private SacctHistory(String name, String header) throws HistoryException {
        this.name = name;
        this.columns = new HashMap<>();
        String[] names = header.split(SEPARATOR, -1);
        this.width = names.length;
        for (int i = 0; i < names.length; i++) {
            columns.put(names[i].strip(), i);
        }
        for (String needed : NEEDED) {
            if (!columns.containsKey(needed)) {
                throw new HistoryException(name + ":1: no column " + needed + "; run sacct with " + FORMAT);
            }
        }
    }

    static boolean isOne(List<String> lines) {
        return !lines.isEmpty() && lines.get(0).contains("|");
    }

    static History parse(String name, List<String> lines) throws HistoryException {
        SacctHistory format = new SacctHistory(name, lines.get(0));
        List<HistoryJob> jobs = new ArrayList<>();
        Map<String, Integer> skipped = new TreeMap<>();
        for (int i = 1; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                format.new Line(i + 1, lines.get(i)).read(jobs, skipped);
            }
        }
        return new History(History.fromZero(name, jobs), skipped, OptionalInt.empty(), OptionalInt.empty());
    }

    private final class Line {

        private final int place;
        private final String[] fields;

        Line(int place, String text) throws HistoryException {
            this.place = place;
            this.fields = text.split(SEPARATOR, -1);
            if (fields.length != width) {
                throw new HistoryException(name + ":" + place + ": " + fields.length
                        + " fields, but the first line has " + width + "; is this the output of sacct --parsable2?");
            }
        }

        void read(List<HistoryJob> jobs, Map<String, Integer> skipped) throws HistoryException {
            Tres tres = Tres.parse(field("AllocTRES"));
            long runtime = number("ElapsedRaw");
            if (runtime <= 0 || tres.nodes() <= 0 || tres.cpus() <= 0) {
                skipped.merge(runtime <= 0 ? "never ran" : "no nodes or CPUs in AllocTRES", 1, Integer::sum);
                return;
            }
            String limit = field("TimelimitRaw");
            long timeLimit = limit.matches("\\d{1,9}") ? MINUTE * Long.parseLong(limit) : 0;
            jobs.add(new HistoryJob(
                    place,
                    submitted(),
                    runtime,
                    Math.max(runtime, timeLimit),
                    field("User"),
                    field("Partition"),
                    Math.toIntExact(Math.min(tres.nodes(), Integer.MAX_VALUE)),
                    tres.cpus(),
                    tres.gpus()));
        }

        /**
         * Returns the eligible time if the eligible time is known. A held or dependent job could not start earlier.
         */
        private long submitted() throws HistoryException {
            String eligible = field("Eligible");
            return eligible.isEmpty() || eligible.equals("Unknown") ? time("Submit") : time("Eligible");
        }

        private String field(String column) {
            Integer at = columns.get(column);
            return at == null ? "" : fields[at].strip();
        }

        private long number(String column) throws HistoryException {
            String text = field(column);
            if (text.matches("\\d{1,15}")) {
                return Long.parseLong(text);
            }
            throw bad(column, text, "is not a number of seconds");
        }

        private long time(String column) throws HistoryException {
            String text = field(column);
            if (text.matches("\\d{1,12}")) {
                return Instant.ofEpochSecond(Long.parseLong(text)).getEpochSecond();
            }
            try {
                // The times are local times of the site. The UTC offset does not matter, because only differences of
                // times are used.
                return LocalDateTime.parse(text).toEpochSecond(ZoneOffset.UTC);
            } catch (DateTimeParseException e) {
                throw bad(column, text, "is not a time; set SLURM_TIME_FORMAT=%s for sacct");
            }
        }

        private HistoryException bad(String column, String text, String why) {
            return new HistoryException(name + ":" + place + ": " + column + " \"" + text + "\" " + why);
        }
    }
}
