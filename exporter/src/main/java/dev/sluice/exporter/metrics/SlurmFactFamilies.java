package dev.sluice.exporter.metrics;

import static dev.sluice.exporter.metrics.Families.counter;
import static dev.sluice.exporter.metrics.Families.gauge;
import static dev.sluice.exporter.metrics.Families.info;
import static dev.sluice.exporter.metrics.Families.seconds;
import static dev.sluice.exporter.metrics.Families.secondsCounter;

import dev.sluice.exporter.metrics.MetricCatalog.Section;
import dev.sluice.exporter.model.SlurmSource;
import java.util.List;

/** The families of partitions, controllers, licences, reservations and accounting. */
final class SlurmFactFamilies {

    static final MetricFamily PARTITION_STATE = gauge(
            "slurm_partition_state",
            "1 for the state that the partition is in, 0 for the others: up, down, drain or inactive.",
            "partition",
            "state");
    static final MetricFamily PARTITION_CONFIGURED_NODES =
            gauge("slurm_partition_configured_nodes", "Nodes that the partition has.", "partition");
    static final MetricFamily PARTITION_CONFIGURED_CPUS =
            gauge("slurm_partition_configured_cpus", "CPUs that the partition has.", "partition");
    static final MetricFamily PARTITION_MAX_NODES = gauge(
            "slurm_partition_max_job_nodes", "Most nodes of one job; absent where there is no limit.", "partition");
    static final MetricFamily PARTITION_MAX_TIME = seconds(
            "slurm_partition_max_job_seconds",
            "Longest time that one job may run; absent where there is no limit.",
            "partition");

    static final MetricFamily CONTROLLER_IN_CHARGE = gauge(
            "slurm_controller_in_charge",
            "1 for the slurmctld that is in charge: the first that answers, in the order of SlurmctldHost.",
            "host");
    static final MetricFamily CONTROLLER_INFO =
            info("slurm_controller_info", "Version of the slurmctld in charge.", "release");
    static final MetricFamily CONTROLLER_BOOT = seconds(
            "slurm_controller_boot_timestamp_seconds",
            "When the slurmctld in charge was started, seconds since the epoch.");
    static final MetricFamily CONTROLLER_CONFIG_HASH = gauge(
            "slurm_controller_config_hash", "Checksum of the slurm.conf in force, which is another after each change.");

    static final MetricFamily LICENSE_CONFIGURED =
            gauge("slurm_license_configured", "Licences that there are for the cluster.", "license", "nodes");
    static final MetricFamily LICENSE_USED =
            gauge("slurm_license_used", "Licences that jobs hold.", "license", "nodes");
    static final MetricFamily LICENSE_FREE =
            gauge("slurm_license_free", "Licences that jobs could have.", "license", "nodes");
    static final MetricFamily LICENSE_RESERVED =
            gauge("slurm_license_reserved", "Licences that reservations hold.", "license", "nodes");

    static final MetricFamily RESERVATION_INFO = info(
            "slurm_reservation_info",
            "What a reservation is: its partition, its flags, separated by commas, and its nodes, as Slurm writes them.",
            "reservation",
            "partition",
            "flags",
            "nodes");
    static final MetricFamily RESERVATION_START = seconds(
            "slurm_reservation_start_timestamp_seconds",
            "When the reservation begins, seconds since the epoch.",
            "reservation");
    static final MetricFamily RESERVATION_END = seconds(
            "slurm_reservation_end_timestamp_seconds",
            "When the reservation ends, seconds since the epoch.",
            "reservation");
    static final MetricFamily RESERVATION_NODES =
            gauge("slurm_reservation_nodes", "Nodes of the reservation.", "reservation");
    static final MetricFamily RESERVATION_CORES =
            gauge("slurm_reservation_cores", "Cores of the reservation.", "reservation");
    static final MetricFamily RESERVATION_ACTIVE = gauge(
            "slurm_reservation_active", "1 where the reservation has begun and not ended, else 0.", "reservation");
    static final MetricFamily RESERVATION_MAINTENANCE = gauge(
            "slurm_reservation_maintenance",
            "1 where the reservation is for maintenance (flag MAINT), else 0.",
            "reservation");

    static final MetricFamily ACCOUNT_SHARES = gauge(
            "slurm_fairshare_account_shares",
            "Shares of an account, as given to it; absent where they are its parent's.",
            "account");
    static final MetricFamily ACCOUNT_SHARES_RATIO =
            gauge("slurm_fairshare_account_shares_ratio", "Part of the shares of its siblings, 0 to 1.", "account");
    static final MetricFamily ACCOUNT_USAGE = seconds(
            "slurm_fairshare_account_usage_seconds",
            "Usage of an account: seconds of billed resources, which Slurm lets fade with time.",
            "account");
    static final MetricFamily ACCOUNT_USAGE_RATIO =
            gauge("slurm_fairshare_account_usage_ratio", "Part of the usage of its siblings, 0 to 1.", "account");
    static final MetricFamily ACCOUNT_LEVEL = gauge(
            "slurm_fairshare_account_level",
            "Shares of an account divided by its usage: above 1 it has had less than its due.",
            "account");
    static final MetricFamily ACCOUNT_FACTOR = gauge(
            "slurm_fairshare_account_factor",
            "Fair-share factor of an account, 0 to 1; only where the classic algorithm is in use.",
            "account");
    static final MetricFamily USER_FACTOR =
            gauge("slurm_fairshare_user_factor", "Fair-share factor of a user, 0 to 1.", "account", "user");
    static final MetricFamily USER_SHARES_RATIO = gauge(
            "slurm_fairshare_user_shares_ratio",
            "Part of the shares of the others in the account, 0 to 1.",
            "account",
            "user");
    static final MetricFamily USER_USAGE = seconds(
            "slurm_fairshare_user_usage_seconds",
            "Usage of a user: seconds of billed resources, which Slurm lets fade with time.",
            "account",
            "user");
    static final MetricFamily USER_USAGE_RATIO = gauge(
            "slurm_fairshare_user_usage_ratio",
            "Part of the usage of the others in the account, 0 to 1.",
            "account",
            "user");
    static final MetricFamily ACCOUNTS_FOLDED = gauge(
            "slurm_fairshare_accounts_left_out", "Accounts of which no fair-share is shown, because others use more.");
    static final MetricFamily USERS_FOLDED =
            gauge("slurm_fairshare_users_left_out", "Users of whom no fair-share is shown, because others use more.");

    static final MetricFamily QOS_LIMIT = gauge(
            "slurm_qos_limit",
            "A limit of a QOS that is set, named as sacctmgr names it; memory is in bytes.",
            "qos",
            "limit",
            "tres");
    static final MetricFamily QOS_USED = gauge(
            "slurm_qos_used",
            "How much of slurm_qos_limit is used; of a limit per user or account, by the one who uses most.",
            "qos",
            "limit",
            "tres");
    static final MetricFamily ACCOUNT_LIMIT = gauge(
            "slurm_account_limit",
            "A limit of an account with all accounts below it, named as sacctmgr names it; memory is in bytes.",
            "account",
            "limit",
            "tres");
    static final MetricFamily ACCOUNT_USED =
            gauge("slurm_account_used", "How much of slurm_account_limit is used.", "account", "limit", "tres");

    static final MetricFamily DBD_RPCS =
            counter("slurm_dbd_rpcs_total", "Requests that slurmdbd has dealt with.", "type");
    static final MetricFamily DBD_RPC_SECONDS =
            secondsCounter("slurm_dbd_rpc_busy_seconds_total", "Time that slurmdbd has spent on requests.", "type");
    static final MetricFamily DBD_ROLLUPS =
            counter("slurm_dbd_rollups_total", "Summaries of usage that slurmdbd has made.", "period");
    static final MetricFamily DBD_ROLLUP_LAST =
            seconds("slurm_dbd_rollup_last_seconds", "How long the newest summary took.", "period");
    static final MetricFamily DBD_ROLLUP_MAX = seconds(
            "slurm_dbd_rollup_max_seconds",
            "How long the longest summary took since slurmdbd began to count.",
            "period");
    static final MetricFamily DBD_ROLLUP_AT = seconds(
            "slurm_dbd_rollup_timestamp_seconds",
            "When the newest summary was made, seconds since the epoch; absent where none was.",
            "period");

    static final MetricFamily SOURCE_ABSENT = gauge(
            "sluice_source_absent",
            "1 where the cluster does not have what the source reads, or not for us, and it has no other metric, else 0.",
            "source");

    static final List<Section> SECTIONS = List.of(
            new Section(
                    "Partitions",
                    SlurmSource.PARTITIONS,
                    "",
                    List.of(
                            PARTITION_STATE,
                            PARTITION_CONFIGURED_NODES,
                            PARTITION_CONFIGURED_CPUS,
                            PARTITION_MAX_NODES,
                            PARTITION_MAX_TIME)),
            DiagFamilies.SECTION,
            new Section(
                    "The slurmctld in charge",
                    SlurmSource.CONF,
                    "slurmctld tells this from v0.0.45 on. Before, the time of its start is that since which it counts"
                            + " (`slurm_diag_since_timestamp_seconds`), until midnight.",
                    List.of(CONTROLLER_INFO, CONTROLLER_BOOT, CONTROLLER_CONFIG_HASH)),
            new Section(
                    "Licences",
                    SlurmSource.LICENSES,
                    "`nodes` is there only where a licence is for some nodes.",
                    List.of(LICENSE_CONFIGURED, LICENSE_USED, LICENSE_FREE, LICENSE_RESERVED)),
            new Section(
                    "Reservations",
                    SlurmSource.RESERVATIONS,
                    "Nodes under maintenance on purpose are"
                            + " `slurm_reservation_active * slurm_reservation_maintenance == 1`: nothing to be alarmed about.",
                    List.of(
                            RESERVATION_INFO,
                            RESERVATION_START,
                            RESERVATION_END,
                            RESERVATION_NODES,
                            RESERVATION_CORES,
                            RESERVATION_ACTIVE,
                            RESERVATION_MAINTENANCE)),
            new Section(
                    "Fair-share",
                    SlurmSource.SHARES,
                    "The top N accounts and users by usage (`metrics.topAccounts`, `metrics.topUsers`). Ratios of several cannot"
                            + " be one, so the rest is left out and counted. A user's share is one in an account, so that with"
                            + " `metrics.accountNames: drop` users have none either.",
                    List.of(
                            ACCOUNT_SHARES,
                            ACCOUNT_SHARES_RATIO,
                            ACCOUNT_USAGE,
                            ACCOUNT_USAGE_RATIO,
                            ACCOUNT_LEVEL,
                            ACCOUNT_FACTOR,
                            USER_FACTOR,
                            USER_SHARES_RATIO,
                            USER_USAGE,
                            USER_USAGE_RATIO,
                            ACCOUNTS_FOLDED,
                            USERS_FOLDED)),
            new Section(
                    "Limits",
                    SlurmSource.QOS,
                    "Only limits that are set: `slurm_qos_used / slurm_qos_limit` is 0 to 1. `limit` is `GrpTRES`, `GrpJobs`,"
                            + " `GrpSubmit`, and of a QOS also `MaxTRESPU`, `MaxJobsPU`, `MaxSubmitPU`, `MaxTRESPA`, `MaxJobsPA`"
                            + " and `MaxSubmitPA`; `tres` is there where the limit is on a resource. What is used is counted from"
                            + " the jobs; of nodes, licences, billing and energy they do not tell it, so that there is only the limit."
                            + " No more than `metrics.topAccounts` accounts and `metrics.queues` QOS are shown, those first that are"
                            + " nearest to one of their limits; `sluice_series_folded` counts the others.",
                    List.of(QOS_LIMIT, QOS_USED, ACCOUNT_LIMIT, ACCOUNT_USED)),
            new Section(
                    "slurmdbd",
                    SlurmSource.DBD,
                    "Needs a Slurm user with `AdminLevel=Admin`. Counted since Sluice started, over slurmdbd's own resets.",
                    List.of(DBD_RPCS, DBD_RPC_SECONDS, DBD_ROLLUPS, DBD_ROLLUP_LAST, DBD_ROLLUP_MAX, DBD_ROLLUP_AT)));

    private SlurmFactFamilies() {}
}
