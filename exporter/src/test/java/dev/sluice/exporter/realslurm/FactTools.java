package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static dev.sluice.exporter.realslurm.Exposition.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;

/** Compares what stands beside nodes and jobs with what scontrol, sdiag and sshare say. */
final class FactTools {

    private FactTools() {}

    static void compare(RealCluster cluster, Map<String, Double> metrics) throws Exception {
        Map<String, Long> licences = new TreeMap<>();
        for (String line : cluster.cli("scontrol", "-o", "show", "licenses")) {
            licences.put(member(line, "LicenseName"), Long.parseLong(member(line, "Used")));
        }
        Map<String, Long> reservations = new TreeMap<>();
        Map<String, Long> maintenance = new TreeMap<>();
        for (String line : cluster.cli("scontrol", "-o", "show", "reservations")) {
            reservations.put(member(line, "ReservationName"), epoch(member(line, "EndTime")));
            maintenance.put(
                    member(line, "ReservationName"), member(line, "Flags").contains("MAINT") ? 1L : 0);
        }
        Map<String, Long> states = new TreeMap<>();
        for (String line : cluster.cli("scontrol", "-a", "-o", "show", "partitions")) {
            states.put(
                    member(line, "PartitionName") + "/" + member(line, "State").toLowerCase(Locale.ROOT), 1L);
        }
        List<String> licenceLines = cluster.cli("scontrol", "-o", "show", "licenses");
        List<String> reservationLines = cluster.cli("scontrol", "-o", "show", "reservations");
        List<String> partitionLines = cluster.cli("scontrol", "-a", "-o", "show", "partitions");
        List<String> manager = cluster.cli("scontrol", "-o", "show", "assoc_mgr", "flags=assoc");
        Map<String, Long> accountLimits = limitsOfAccounts(manager, 2);
        Map<String, Long> accountUse = limitsOfAccounts(manager, 3);
        List<String> accountShares =
                cluster.cli("sshare", "-n", "-P", "-o", "Account,User,RawShares,NormShares,EffectvUsage,LevelFS");
        Map<String, Long> used = limitsOfQos(cluster);
        List<String> shares = cluster.cli("sshare", "-a", "-n", "-P", "-o", "Account,User,FairShare");
        String since = String.join("\n", cluster.cli("sdiag"));
        SoftAssertions.assertSoftly(softly -> {
            softly.assertThat(licences).isNotEmpty();
            softly.assertThat(by(metrics, "slurm_license_used", "license")).isEqualTo(withoutZeros(licences));
            softly.assertThat(reservations).isNotEmpty();
            softly.assertThat(by(metrics, "slurm_reservation_end_timestamp_seconds", "reservation"))
                    .isEqualTo(reservations);
            softly.assertThat(by(metrics, "slurm_reservation_maintenance", "reservation"))
                    .isEqualTo(withoutZeros(maintenance));
            softly.assertThat(by(metrics, "slurm_partition_state", "partition", "state"))
                    .isEqualTo(states);
            softly.assertThat(used).isNotEmpty();
            softly.assertThat(by(metrics, "slurm_qos_used", "qos", "limit")).isEqualTo(withoutZeros(used));
            softly.assertThat(sum(metrics, "slurm_diag_since_timestamp_seconds"))
                    .isEqualTo(Long.parseLong(first(since, "Data since .*\\((\\d+)\\)")));
            softly.assertThat(sum(metrics, "slurm_diag_agent_queue_messages"))
                    .isEqualTo(Long.parseLong(first(since, "\nAgent queue size: +(\\d+)")));
            compareShares(softly, metrics, shares);
            compareAccounts(softly, metrics, accountShares);
            compareDaemon(softly, metrics, since);
            compareLicences(softly, metrics, licenceLines);
            compareReservations(softly, metrics, reservationLines);
            comparePartitions(softly, metrics, partitionLines);
            softly.assertThat(by(metrics, "slurm_account_limit", "account", "limit", "tres"))
                    .isEqualTo(accountLimits);
            softly.assertThat(by(metrics, "slurm_account_used", "account", "limit", "tres"))
                    .isEqualTo(withoutZeros(accountUse));
        });
    }

    /** What stands still between two looks of sdiag; counters begin at 0 with the exporter, and times differ. */
    private static void compareDaemon(SoftAssertions softly, Map<String, Double> metrics, String sdiag) {
        Map.of(
                        "slurm_diag_agents", "\nAgent count: +(\\d+)",
                        "slurm_diag_agent_threads", "\nAgent thread count: +(\\d+)",
                        "slurm_diag_dbd_queue_messages", "\nDBD Agent queue size: +(\\d+)")
                .forEach((family, regex) -> softly.assertThat(sum(metrics, family))
                        .as(family)
                        .isEqualTo(Long.parseLong(first(sdiag, regex))));
        softly.assertThat(by(metrics, "slurm_diag_queue_length", "scheduler"))
                .isEqualTo(withoutZeros(Map.of(
                        "main",
                        Long.parseLong(first(sdiag, "Main schedule statistics(?s:.*?)\tLast queue length: (\\d+)")),
                        "backfill",
                        Long.parseLong(first(sdiag, "Backfilling stats(?s:.*?)\tLast queue length: (\\d+)")))));
        softly.assertThat(sum(metrics, "slurm_diag_backfill_depth_last"))
                .isEqualTo(Long.parseLong(first(sdiag, "Last depth cycle: (\\d+)")));
        softly.assertThat(sum(metrics, "slurm_diag_backfill_table_size"))
                .isEqualTo(Long.parseLong(first(sdiag, "Last table size: (\\d+)")));
        softly.assertThat(by(metrics, "slurm_controller_in_charge", "host")).hasSize(1);
    }

    private static void compareLicences(SoftAssertions softly, Map<String, Double> metrics, List<String> lines) {
        Map.of("Total", "configured", "Free", "free", "Reserved", "reserved").forEach((field, family) -> {
            Map<String, Long> counts = new TreeMap<>();
            lines.forEach(line -> counts.put(member(line, "LicenseName"), Long.parseLong(member(line, field))));
            softly.assertThat(by(metrics, "slurm_license_" + family, "license"))
                    .as("licences %s", family)
                    .isEqualTo(withoutZeros(counts));
        });
    }

    private static void compareReservations(SoftAssertions softly, Map<String, Double> metrics, List<String> lines) {
        Map<String, Long> starts = new TreeMap<>();
        Map<String, Long> active = new TreeMap<>();
        Map<String, Long> nodes = new TreeMap<>();
        Map<String, Long> cores = new TreeMap<>();
        for (String line : lines) {
            String name = member(line, "ReservationName");
            starts.put(name, epoch(member(line, "StartTime")));
            active.put(name, member(line, "State").equals("ACTIVE") ? 1L : 0);
            nodes.put(name, Long.parseLong(member(line, "NodeCnt")));
            cores.put(name, Long.parseLong(member(line, "CoreCnt")));
        }
        softly.assertThat(by(metrics, "slurm_reservation_start_timestamp_seconds", "reservation"))
                .isEqualTo(starts);
        softly.assertThat(by(metrics, "slurm_reservation_active", "reservation"))
                .isEqualTo(withoutZeros(active));
        softly.assertThat(by(metrics, "slurm_reservation_nodes", "reservation")).isEqualTo(withoutZeros(nodes));
        softly.assertThat(by(metrics, "slurm_reservation_cores", "reservation")).isEqualTo(withoutZeros(cores));
    }

    private static void comparePartitions(SoftAssertions softly, Map<String, Double> metrics, List<String> lines) {
        Map<String, Long> nodes = new TreeMap<>();
        Map<String, Long> cpus = new TreeMap<>();
        Map<String, Long> maxNodes = new TreeMap<>();
        Map<String, Long> maxSeconds = new TreeMap<>();
        for (String line : lines) {
            String name = member(line, "PartitionName");
            nodes.put(name, Long.parseLong(member(line, "TotalNodes")));
            cpus.put(name, Long.parseLong(member(line, "TotalCPUs")));
            if (!member(line, "MaxNodes").equals("UNLIMITED")) {
                maxNodes.put(name, Long.parseLong(member(line, "MaxNodes")));
            }
            if (!member(line, "MaxTime").equals("UNLIMITED")) {
                maxSeconds.put(name, seconds(member(line, "MaxTime")));
            }
        }
        softly.assertThat(by(metrics, "slurm_partition_configured_nodes", "partition"))
                .isEqualTo(withoutZeros(nodes));
        softly.assertThat(by(metrics, "slurm_partition_configured_cpus", "partition"))
                .isEqualTo(withoutZeros(cpus));
        softly.assertThat(by(metrics, "slurm_partition_max_job_nodes", "partition"))
                .isEqualTo(maxNodes);
        softly.assertThat(by(metrics, "slurm_partition_max_job_seconds", "partition"))
                .isEqualTo(maxSeconds);
    }

    /** {@code 14-00:00:00} or {@code 02:00:00}. */
    private static long seconds(String time) {
        int dash = time.indexOf('-');
        String[] clock = time.substring(dash + 1).split(":", -1);
        long days = dash < 0 ? 0 : Long.parseLong(time.substring(0, dash));
        return ((days * 24 + Long.parseLong(clock[0])) * 60 + Long.parseLong(clock[1])) * 60 + Long.parseLong(clock[2]);
    }

    private static void compareAccounts(SoftAssertions softly, Map<String, Double> metrics, List<String> shares) {
        int compared = 0;
        for (String line : shares) {
            String[] part = line.strip().split("\\|", -1);
            if (part[1].isEmpty() && !part[2].isEmpty()) {
                compared++;
                String label = "{cluster=\"brook\",account=\"" + part[0].strip() + "\"}";
                near(softly, metrics, "slurm_fairshare_account_shares" + label, part[2]);
                near(softly, metrics, "slurm_fairshare_account_shares_ratio" + label, part[3]);
                near(softly, metrics, "slurm_fairshare_account_usage_ratio" + label, part[4]);
                near(softly, metrics, "slurm_fairshare_account_level" + label, part[5]);
            }
        }
        softly.assertThat(compared).isPositive();
    }

    private static void near(SoftAssertions softly, Map<String, Double> metrics, String sample, String shown) {
        softly.assertThat(metrics.getOrDefault(sample, Double.NaN))
                .as(sample)
                .isCloseTo(Double.parseDouble(shown.replace("inf", "Infinity")), within(2e-6));
    }

    /** What slurmctld's own association manager says of limits on accounts: {@code elm/GrpTRES/cpu}. */
    private static Map<String, Long> limitsOfAccounts(List<String> lines, int limitOrUse) {
        Map<String, Long> limits = new TreeMap<>();
        for (String line : lines) {
            if (line.contains("Account=") && line.contains("UserName= ")) {
                Matcher group = Pattern.compile("([a-z]+(?:/[\\w:.]+)?)=(\\d+)\\((\\d+)\\)")
                        .matcher(first(line, " (GrpTRES=\\S*)").substring("GrpTRES=".length()));
                while (group.find()) {
                    limits.put(
                            member(line, "Account") + "/GrpTRES/" + group.group(1),
                            Long.parseLong(group.group(limitOrUse)));
                }
            }
        }
        return limits;
    }

    private static void compareShares(SoftAssertions softly, Map<String, Double> metrics, List<String> shares) {
        int compared = 0;
        for (String line : shares) {
            String[] part = line.strip().split("\\|", -1);
            if (part.length == 3 && !part[1].isEmpty() && !part[2].isEmpty()) {
                compared++;
                softly.assertThat(metrics)
                        .hasEntrySatisfying(
                                "slurm_fairshare_user_factor{cluster=\"brook\",account=\"" + part[0].strip()
                                        + "\",user=\"" + part[1] + "\"}",
                                factor -> assertThat(factor).isCloseTo(Double.parseDouble(part[2]), within(1e-6)));
            }
        }
        softly.assertThat(compared).isPositive();
    }

    /** By QOS and limit: what slurmctld itself says is used of those that are set on all of a QOS. */
    private static Map<String, Long> limitsOfQos(RealCluster cluster) throws Exception {
        Map<String, Long> used = new TreeMap<>();
        for (String line : cluster.cli("scontrol", "-o", "show", "assoc_mgr", "flags=qos")) {
            if (line.startsWith("QOS=")) {
                String name = first(line, "QOS=([^(]+)");
                Matcher group = Pattern.compile("(?:gres/gpu|cpu|mem)=(\\d+)\\((\\d+)\\)")
                        .matcher(first(line, " (GrpTRES=\\S*)"));
                while (group.find()) {
                    used.merge(name + "/GrpTRES", Long.parseLong(group.group(2)), Long::sum);
                }
                Matcher jobs = Pattern.compile("MaxJobsPU=\\d+\\((\\d+)\\)").matcher(line);
                while (jobs.find()) {
                    used.merge(name + "/MaxJobsPU", Long.parseLong(jobs.group(1)), Long::max);
                }
                Matcher tres = Pattern.compile("MaxTRESPU=\\S*?gres/gpu=\\d+\\((\\d+)\\)")
                        .matcher(line);
                while (tres.find()) {
                    used.merge(name + "/MaxTRESPU", Long.parseLong(tres.group(1)), Long::max);
                }
            }
        }
        return used;
    }

    private static Map<String, Long> withoutZeros(Map<String, Long> counts) {
        Map<String, Long> some = new TreeMap<>(counts);
        some.values().removeIf(count -> count == 0);
        return some;
    }

    private static String member(String line, String name) {
        return first(line, "(?:^|\\s)" + name + "=(\\S*)");
    }

    private static String first(String text, String regex) {
        Matcher matcher = Pattern.compile(regex).matcher(text);
        if (!matcher.find()) {
            throw new AssertionError("no " + regex + " in " + text);
        }
        return matcher.group(1);
    }

    private static long epoch(String time) {
        return LocalDateTime.parse(time).toEpochSecond(ZoneOffset.UTC);
    }
}
