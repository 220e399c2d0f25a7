package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.usage.PriceList.HourPrice;
import dev.sluice.exporter.derive.usage.PriceList.MonthPrices;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The usage and cost of a month, in UTC. Usage with GPUs is charged by GPU-hour, other usage by CPU-hour.
 *
 * @param from start of the counted part of the month
 * @param until end of the counted part of the month
 * @param currency currency of all costs
 * @param rows one row for each account, user, partition, NodeSet and GPU type
 */
public record Statement(YearMonth month, Instant from, Instant until, Currency currency, List<Row> rows) {

    public Statement {
        rows = List.copyOf(rows);
    }

    /**
     * The usage of an account, user, partition, NodeSet and GPU type.
     *
     * @param price price of one hour; empty if no price is configured
     * @param cost cost; empty if no price is configured
     */
    public record Row(UsageKey key, UsedHours used, Optional<HourPrice> price, Optional<BigDecimal> cost) {}

    /**
     * The sum of rows.
     *
     * @param cost cost of the rows with a price
     */
    public record Total(UsedHours used, BigDecimal cost, long rowsWithoutPrice) {}

    public static Statement of(MonthUsage usage, PriceList prices) {
        MonthPrices valid = new MonthPrices(prices, usage.month());
        return new Statement(
                usage.month(),
                usage.from(),
                usage.until(),
                prices.currency(),
                usage.rows().entrySet().stream()
                        .map(row -> row(row.getKey(), row.getValue(), valid, prices.currency()))
                        .toList());
    }

    /** Rounds the cost half up to the minor unit of the currency, so that the sum of the rows is the total. */
    private static Row row(UsageKey key, UsageAmounts amounts, MonthPrices prices, Currency currency) {
        UsedHours used = UsedHours.of(amounts);
        Optional<HourPrice> price = prices.of(key);
        return new Row(
                key,
                used,
                price,
                price.map(one -> one.price()
                        .multiply(one.ofCpu() ? used.cpuHours() : used.gpuHours())
                        .setScale(currency.getDefaultFractionDigits(), RoundingMode.HALF_UP)));
    }

    /** Returns true if the data covers the whole month. */
    public boolean complete() {
        return !from.isAfter(startOf(month)) && !until.isBefore(startOf(month.plusMonths(1)));
    }

    private static Instant startOf(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** Returns the sum of all rows. */
    public Total total() {
        return sum(rows);
    }

    /** Returns the sum of the rows of each account. */
    public SortedMap<String, Total> accounts() {
        SortedMap<String, Total> totals = new TreeMap<>();
        rows.stream()
                .collect(Collectors.groupingBy(row -> row.key().account()))
                .forEach((account, ofAccount) -> totals.put(account, sum(ofAccount)));
        return Collections.unmodifiableSortedMap(totals);
    }

    private Total sum(Collection<Row> of) {
        UsedHours used = UsedHours.ZERO;
        BigDecimal cost = BigDecimal.ZERO.setScale(currency.getDefaultFractionDigits());
        long rowsWithoutPrice = 0;
        for (Row row : of) {
            used = used.plus(row.used());
            cost = cost.add(row.cost().orElse(BigDecimal.ZERO));
            rowsWithoutPrice += row.cost().isPresent() ? 0 : 1;
        }
        return new Total(used, cost, rowsWithoutPrice);
    }

    /** Returns the resources without a price, as in the configuration: {@code cpu}, or {@code gpu:} and the type. */
    public List<String> resourcesWithoutPrice() {
        return rows.stream()
                .filter(row -> row.price().isEmpty())
                .map(row -> row.key().gpuType())
                .map(type -> type.equals(HourPrice.CPU) ? "cpu" : "gpu:" + type)
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * Used resources, in hours with four decimals. Sums of these hours are exact.
     *
     * @param gpuHours GPU-hours
     * @param cpuHours CPU-hours
     * @param memoryGibHours memory in GiB-hours
     * @param endedJobs number of ended jobs
     */
    public record UsedHours(BigDecimal gpuHours, BigDecimal cpuHours, BigDecimal memoryGibHours, long endedJobs) {

        static final UsedHours ZERO = new UsedHours(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, 0);

        private static final int DECIMALS = 4;
        private static final BigDecimal HOUR = BigDecimal.valueOf(3600);
        private static final double GIB = 1L << 30;

        static UsedHours of(UsageAmounts amounts) {
            return new UsedHours(
                    hours(amounts.gpuSeconds()),
                    hours(amounts.cpuSeconds()),
                    hours(amounts.memoryByteSeconds() / GIB),
                    amounts.endedJobs());
        }

        private static BigDecimal hours(double seconds) {
            return BigDecimal.valueOf(seconds).divide(HOUR, DECIMALS, RoundingMode.HALF_UP);
        }

        UsedHours plus(UsedHours other) {
            return new UsedHours(
                    gpuHours.add(other.gpuHours),
                    cpuHours.add(other.cpuHours),
                    memoryGibHours.add(other.memoryGibHours),
                    endedJobs + other.endedJobs);
        }
    }
}
