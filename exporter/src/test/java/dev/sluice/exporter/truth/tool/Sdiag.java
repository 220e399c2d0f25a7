package dev.sluice.exporter.truth.tool;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The daemon and its schedulers from sdiag, before and after the exporter's poll. */
public final class Sdiag {

    private static final double MICROS = 1e-6;
    private static final Pattern SINCE = Pattern.compile("(Data since) .*\\((\\d+)\\)");
    private static final Pattern LINE = Pattern.compile("\\s*([^:]+):\\s*(?:.*\\()?(\\d+)\\)?(?: microseconds)?");

    private final Map<String, Double> before;
    private final Map<String, Double> after;

    Sdiag(ToolTexts before, ToolTexts after) {
        this.before = numbers(before.of(ToolCommand.SDIAG));
        this.after = numbers(after.of(ToolCommand.SDIAG));
    }

    /** Returns the numbers by section and name, such as {@code Backfilling stats/Last cycle}. */
    public static Map<String, Double> numbers(List<String> lines) {
        Map<String, Double> numbers = new HashMap<>();
        String section = "";
        for (String line : lines) {
            if (line.startsWith("Main schedule statistics")) {
                section = "Main";
            } else if (!line.isBlank() && !line.startsWith("\t") && !line.matches(".*\\d.*")) {
                section = line.strip().replace(":", "");
            }
            Matcher matcher = (line.startsWith("Data since") ? SINCE : LINE).matcher(line);
            if (matcher.matches()) {
                numbers.putIfAbsent(
                        (line.startsWith("\t") ? section + "/" : "")
                                + matcher.group(1).strip(),
                        Double.parseDouble(matcher.group(2)));
            }
        }
        return numbers;
    }

    void show(Shown shown) {
        value(shown, 1, "Server thread count", "server_threads");
        value(shown, 1, "Agent queue size", "agent_queue_messages");
        value(shown, 1, "Agent count", "agents");
        value(shown, 1, "Agent thread count", "agent_threads");
        value(shown, 1, "DBD Agent queue size", "dbd_queue_messages");
        value(shown, 1, "Data since", "since_timestamp_seconds");
        value(shown, MICROS, "Latency for 1000 calls to gettimeofday()", "clock_latency_seconds");
        scheduler(shown, "main", "Main", "Mean depth cycle");
        scheduler(shown, "backfill", "Backfilling stats", "Depth Mean");
        value(shown, 1, "Backfilling stats/Last cycle when", "backfill_last_cycle_timestamp_seconds");
        value(shown, 1, "Backfilling stats/Last depth cycle", "backfill_depth_last");
        value(shown, 1, "Backfilling stats/Last depth cycle (try sched)", "backfill_tried_last");
        value(shown, 1, "Backfilling stats/Depth Mean (try depth)", "backfill_tried_mean");
        value(shown, 1, "Backfilling stats/Queue length mean", "backfill_queue_length_mean");
        value(shown, 1, "Backfilling stats/Last table size", "backfill_table_size");
        value(shown, 1, "Backfilling stats/Mean table size", "backfill_table_size_mean");
    }

    private void scheduler(Shown shown, String scheduler, String section, String depth) {
        for (String which : List.of("Last", "Max", "Mean")) {
            value(
                    shown,
                    MICROS,
                    section + "/" + which + " cycle",
                    "cycle_" + which.toLowerCase(Locale.ROOT) + "_seconds scheduler",
                    scheduler);
        }
        value(shown, 1, section + "/" + depth, "cycle_depth_mean scheduler", scheduler);
        value(shown, 1, section + "/Last queue length", "queue_length scheduler", scheduler);
    }

    private void value(Shown shown, double unit, String name, String family, String... values) {
        if (before.containsKey(name)) {
            double first = before.getOrDefault(name, 0.0) * unit;
            double second = after.getOrDefault(name, 0.0) * unit;
            shown.between(Math.min(first, second), Math.max(first, second), "slurm_diag_" + family, values);
        }
    }
}
