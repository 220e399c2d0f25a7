package dev.sluice.lab.simulate;

import dev.sluice.exporter.model.GpuCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Parses the Standard Workload Format, version 2: 18 numbers per line, with -1 for unknown values. Comments begin with
 * a semicolon.
 */
final class SwfHistory {

    private static final int FIELDS = 18;
    private static final int MAX_PROCESSORS = 10_000_000;

    private SwfHistory() {}

    static History parse(String name, List<String> lines) throws IOException {
        Map<String, Integer> skipped = new TreeMap<>();
        List<History.Job> jobs = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith(";")) {
                read(numbers(name + ":" + (i + 1), line), jobs, skipped);
            }
        }
        return new History(History.fromZero(name, jobs), skipped);
    }

    private static void read(long[] fields, List<History.Job> jobs, Map<String, Integer> skipped) {
        long submitAt = fields[1];
        long runTime = fields[3];
        long processors = fields[4] > 0 ? fields[4] : fields[7];
        long status = fields[10];
        String odd = "";
        if (submitAt < 0) {
            odd = "no submit time";
        } else if (status >= 2 && status <= 4) {
            // The line describes only a part of a checkpointed job. Another line describes the complete job.
            odd = "part of a job";
        } else if (runTime <= 0) {
            odd = status == 5 ? "cancelled before it ran" : "no run time";
        } else if (processors <= 0) {
            odd = "no number of processors";
        } else if (processors > MAX_PROCESSORS) {
            odd = "more than " + MAX_PROCESSORS + " processors";
        }
        if (!odd.isEmpty()) {
            skipped.merge(odd, 1, Integer::sum);
            return;
        }
        String user = fields[11] < 0 ? "" : "user" + fields[11];
        long timeLimit = Math.max(runTime, fields[8]);
        jobs.add(new History.Job(submitAt, runTime, timeLimit, user, "", 0, processors, GpuCounts.NONE));
    }

    /** Returns the numbers of a line, rounded because times may have decimals. */
    private static long[] numbers(String place, String line) throws IOException {
        String[] texts = line.split("\\s+", -1);
        if (texts.length != FIELDS) {
            throw new IOException(place + ": " + texts.length + " fields, but the format has " + FIELDS
                    + "; comments begin with \";\"");
        }
        long[] numbers = new long[FIELDS];
        for (int i = 0; i < FIELDS; i++) {
            if (!texts[i].matches("-?\\d{1,15}(\\.\\d*)?")) {
                throw new IOException(place + ": field " + (i + 1) + ": \"" + texts[i]
                        + "\" is not a number of at most 15 digits; use -1 for unknown values");
            }
            numbers[i] = Math.round(Double.parseDouble(texts[i]));
        }
        return numbers;
    }
}
