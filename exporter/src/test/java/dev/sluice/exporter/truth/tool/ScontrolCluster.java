package dev.sluice.exporter.truth.tool;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Partitions, licenses, reservations and daemons from scontrol. */
final class ScontrolCluster {

    private static final String UNLIMITED = "UNLIMITED";
    private static final Pattern PING = Pattern.compile("Slurmctld\\(([^)]*)\\) at (\\S+) is (\\w+).*");
    private static final Pattern SETTING = Pattern.compile("(\\S+)\\s*= (\\S+)");

    private final ToolTexts texts;

    ScontrolCluster(ToolTexts texts) {
        this.texts = texts;
    }

    void show(Shown shown) {
        texts.records(ToolCommand.PARTITIONS).forEach(record -> partition(shown, record));
        texts.records(ToolCommand.LICENSES).forEach(record -> license(shown, record));
        texts.records(ToolCommand.RESERVATIONS).forEach(record -> reservation(shown, record));
        controllers(shown, texts.of(ToolCommand.PING));
        for (String line : texts.of(ToolCommand.CONFIG)) {
            Matcher setting = SETTING.matcher(line);
            if (setting.matches()) {
                setting(shown, setting.group(1), setting.group(2));
            }
        }
    }

    private static void partition(Shown shown, Map<String, String> record) {
        String name = Fields.text(record, "PartitionName");
        String state = Fields.text(record, "State").toLowerCase(Locale.ROOT);
        shown.exactly(1, "slurm_partition_state partition state", name, state);
        shown.exactly(Fields.number(record, "TotalNodes"), "slurm_partition_configured_nodes partition", name);
        shown.exactly(Fields.number(record, "TotalCPUs"), "slurm_partition_configured_cpus partition", name);
        if (!Fields.text(record, "MaxNodes").equals(UNLIMITED)) {
            shown.exactly(Fields.number(record, "MaxNodes"), "slurm_partition_max_job_nodes partition", name);
        }
        if (!Fields.text(record, "MaxTime").equals(UNLIMITED)) {
            shown.exactly(
                    Fields.seconds(Fields.text(record, "MaxTime")), "slurm_partition_max_job_seconds partition", name);
        }
    }

    private static void license(Shown shown, Map<String, String> record) {
        Map.of("Total", "configured", "Used", "used", "Free", "free", "Reserved", "reserved")
                .forEach((field, family) -> shown.exactly(
                        Fields.number(record, field),
                        "slurm_license_" + family + " license",
                        Fields.text(record, "LicenseName")));
    }

    private static void reservation(Shown shown, Map<String, String> record) {
        String name = Fields.text(record, "ReservationName");
        if (name.isEmpty()) {
            return;
        }
        String flags = Fields.text(record, "Flags");
        shown.exactly(
                1,
                "slurm_reservation_info reservation partition nodes flags",
                name,
                Fields.text(record, "PartitionName"),
                Fields.text(record, "Nodes"),
                flags);
        reserved(shown, "start_timestamp_seconds", name, Fields.epoch(Fields.text(record, "StartTime")));
        reserved(shown, "end_timestamp_seconds", name, Fields.epoch(Fields.text(record, "EndTime")));
        reserved(shown, "nodes", name, Fields.number(record, "NodeCnt"));
        reserved(shown, "cores", name, Fields.number(record, "CoreCnt"));
        reserved(shown, "active", name, Fields.text(record, "State").equals("ACTIVE") ? 1 : 0);
        reserved(shown, "maintenance", name, flags.contains("MAINT") ? 1 : 0);
    }

    private static void reserved(Shown shown, String what, String name, long value) {
        shown.exactly(value, "slurm_reservation_" + what + " reservation", name);
    }

    private static void controllers(Shown shown, List<String> lines) {
        boolean inCharge = false;
        for (String line : lines) {
            Matcher ping = PING.matcher(line);
            if (ping.matches()) {
                boolean up = ping.group(3).equals("UP");
                shown.exactly(up ? 1 : 0, "slurm_controller_up host role", ping.group(2), ping.group(1));
                shown.exactly(up && !inCharge ? 1 : 0, "slurm_controller_in_charge host", ping.group(2));
                inCharge |= up;
            }
        }
    }

    private static void setting(Shown shown, String name, String value) {
        if (name.equals("SLURM_VERSION")) {
            shown.exactly(1, "slurm_controller_info release", value);
        } else if (name.equals("BOOT_TIME")) {
            shown.exactly(Fields.epoch(value), "slurm_controller_boot_timestamp_seconds");
        }
    }
}
