package dev.sluice.exporter.truth.tool;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The limits from sacctmgr, and the use of these limits from slurmctld's association manager. */
final class Limits {

    private static final Pattern LIMIT = Pattern.compile("(?:^|[\\s{])(Grp|Max)(TRES|Jobs|SubmitJobs)(P[UA])?=(\\S*)");
    private static final Pattern USE = Pattern.compile("(\\d+)\\((\\d+)\\)}?");
    private static final Pattern TRES_USE = Pattern.compile("([^,=]+)=(\\d+)\\((\\d+)\\)");

    private final ToolTexts texts;

    Limits(ToolTexts texts) {
        this.texts = texts;
    }

    void show(Shown shown) {
        for (Map<String, String> row : texts.table(ToolCommand.QOS)) {
            limits(shown, "qos", Fields.text(row, "Name"), row);
        }
        for (Map<String, String> row : texts.table(ToolCommand.ASSOCIATIONS)) {
            if (Fields.text(row, "User").isEmpty()) {
                limits(shown, "account", Fields.text(row, "Account").strip(), row);
            }
        }
        for (String line : texts.of(ToolCommand.LIMITS)) {
            Matcher qos = Pattern.compile("QOS=([^(]+)\\(.*").matcher(line);
            Matcher account = Pattern.compile("ClusterName=\\S+ Account=(\\S+) UserName= .*")
                    .matcher(line);
            if (qos.matches()) {
                use(shown, "qos", qos.group(1), line);
            } else if (account.matches()) {
                use(shown, "account", account.group(1), line);
            }
        }
    }

    private static void limits(Shown shown, String kind, String name, Map<String, String> row) {
        row.forEach((column, value) -> {
            if (column.matches("Grp(Jobs|Submit)|Max(Jobs|Submit)P[UA]") && !value.isEmpty()) {
                limit(shown, "limit", Long.parseLong(value), kind, name, column, "");
            } else if (column.matches("GrpTRES|MaxTRESP[UA]")) {
                Fields.tres(value).forEach((tres, amount) -> limit(shown, "limit", amount, kind, name, column, tres));
            }
        });
    }

    /** If a limit applies to each user or account, adds the highest use. */
    private static void use(Shown shown, String kind, String name, String line) {
        Matcher limit = LIMIT.matcher(line);
        while (limit.find()) {
            String per = limit.group(3) == null ? "" : limit.group(3);
            String label = limit.group(1) + limit.group(2).replace("SubmitJobs", "Submit") + per;
            Matcher use = USE.matcher(limit.group(4));
            if (use.matches()) {
                limit(shown, "used", Long.parseLong(use.group(2)), kind, name, label, "");
            }
            Matcher tres = TRES_USE.matcher(limit.group(4));
            while (limit.group(2).equals("TRES") && tres.find()) {
                long used = Fields.amount(tres.group(1), tres.group(3));
                limit(shown, "used", used, kind, name, label, tres.group(1));
            }
        }
    }

    private static void limit(
            Shown shown, String what, long value, String kind, String name, String limit, String tres) {
        shown.largest(value, value, "slurm_" + kind + "_" + what + " " + kind + " limit tres", name, limit, tres);
    }
}
