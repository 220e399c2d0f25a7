package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.accounting.FairShares;
import dev.sluice.exporter.derive.accounting.LimitUse.Used;
import dev.sluice.exporter.derive.accounting.ShownLimits;
import dev.sluice.exporter.derive.controller.RpcTotals;
import dev.sluice.exporter.derive.controller.RpcTotals.Count;
import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.accounting.DbdStatistics.Rollup;
import dev.sluice.exporter.model.accounting.Share;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.function.Function;

/** The metrics that come from accounting: fair-share, limits, and slurmdbd itself. */
public final class AccountingMetrics {

    private static final double MICROS = 1e6;

    private AccountingMetrics() {}

    public static MetricBatch shares(String cluster, FairShares shares) {
        return visitor -> {
            accounts(visitor, SlurmFactFamilies.ACCOUNT_SHARES, cluster, shares, Share::shares);
            accounts(visitor, SlurmFactFamilies.ACCOUNT_SHARES_RATIO, cluster, shares, Share::sharesRatio);
            accounts(visitor, SlurmFactFamilies.ACCOUNT_USAGE, cluster, shares, AccountingMetrics::usage);
            accounts(visitor, SlurmFactFamilies.ACCOUNT_USAGE_RATIO, cluster, shares, Share::usageRatio);
            accounts(visitor, SlurmFactFamilies.ACCOUNT_LEVEL, cluster, shares, Share::level);
            accounts(visitor, SlurmFactFamilies.ACCOUNT_FACTOR, cluster, shares, Share::factor);
            users(visitor, SlurmFactFamilies.USER_FACTOR, cluster, shares, Share::factor);
            users(visitor, SlurmFactFamilies.USER_SHARES_RATIO, cluster, shares, Share::sharesRatio);
            users(visitor, SlurmFactFamilies.USER_USAGE, cluster, shares, AccountingMetrics::usage);
            users(visitor, SlurmFactFamilies.USER_USAGE_RATIO, cluster, shares, Share::usageRatio);
            visitor.sample(SlurmFactFamilies.ACCOUNTS_FOLDED, shares.foldedAccounts(), cluster);
            visitor.sample(SlurmFactFamilies.USERS_FOLDED, shares.foldedUsers(), cluster);
        };
    }

    private static OptionalDouble usage(Share share) {
        return OptionalDouble.of(share.usage());
    }

    private static void accounts(
            MetricVisitor visitor,
            MetricFamily family,
            String cluster,
            FairShares shares,
            Function<Share, OptionalDouble> value) {
        shares.accounts()
                .forEach(share -> value.apply(share)
                        .ifPresent(number -> visitor.sample(family, number, cluster, share.account())));
    }

    private static void users(
            MetricVisitor visitor,
            MetricFamily family,
            String cluster,
            FairShares shares,
            Function<Share, OptionalDouble> value) {
        shares.users()
                .forEach(share -> value.apply(share)
                        .ifPresent(number -> visitor.sample(family, number, cluster, share.account(), share.user())));
    }

    /** Limits of QOS and what is used of them. */
    public static MetricBatch qosLimits(String cluster, ShownLimits qos) {
        return visitor -> {
            limits(visitor, SlurmFactFamilies.QOS_LIMIT, cluster, qos.limits());
            used(visitor, SlurmFactFamilies.QOS_USED, cluster, qos.limits());
            visitor.sample(MetricCatalog.SERIES_FOLDED, qos.folded(), cluster, "qos_limit");
        };
    }

    /** Limits of accounts and what is used of them. */
    public static MetricBatch accountLimits(String cluster, ShownLimits accounts) {
        return visitor -> {
            limits(visitor, SlurmFactFamilies.ACCOUNT_LIMIT, cluster, accounts.limits());
            used(visitor, SlurmFactFamilies.ACCOUNT_USED, cluster, accounts.limits());
            visitor.sample(MetricCatalog.SERIES_FOLDED, accounts.folded(), cluster, "account_limit");
        };
    }

    private static void limits(
            MetricVisitor visitor, MetricFamily family, String cluster, SortedMap<String, List<Used>> all) {
        all.forEach((name, limits) -> limits.forEach(one -> visitor.sample(
                family,
                one.limit().most(),
                cluster,
                name,
                one.limit().kind().label(),
                one.limit().tres())));
    }

    private static void used(
            MetricVisitor visitor, MetricFamily family, String cluster, SortedMap<String, List<Used>> all) {
        all.forEach((name, limits) -> limits.forEach(one -> one.used()
                .ifPresent(used -> visitor.sample(
                        family,
                        used,
                        cluster,
                        name,
                        one.limit().kind().label(),
                        one.limit().tres()))));
    }

    /**
     * slurmdbd's statistics.
     *
     * @param rpcs requests since we first looked, by message type
     * @param rollups summaries since we first looked, by period
     */
    public static MetricBatch dbd(String cluster, DbdStatistics dbd, RpcTotals rpcs, RpcTotals rollups) {
        return visitor -> {
            DiagMetrics.each(visitor, cluster, SlurmFactFamilies.DBD_RPCS, rpcs, Count::count);
            DiagMetrics.each(
                    visitor, cluster, SlurmFactFamilies.DBD_RPC_SECONDS, rpcs, count -> count.micros() / MICROS);
            DiagMetrics.each(visitor, cluster, SlurmFactFamilies.DBD_ROLLUPS, rollups, Count::count);
            for (Rollup rollup : dbd.rollups()) {
                visitor.sample(
                        SlurmFactFamilies.DBD_ROLLUP_LAST, rollup.lastMicros() / MICROS, cluster, rollup.period());
            }
            for (Rollup rollup : dbd.rollups()) {
                visitor.sample(SlurmFactFamilies.DBD_ROLLUP_MAX, rollup.maxMicros() / MICROS, cluster, rollup.period());
            }
            dbd.rollups().stream()
                    .filter(rollup -> rollup.lastRun() > 0)
                    .forEach(rollup -> visitor.sample(
                            SlurmFactFamilies.DBD_ROLLUP_AT, rollup.lastRun(), cluster, rollup.period()));
        };
    }
}
