package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.usage.PriceList.MonthPrices;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** All prices, including past and future prices. */
public record PriceList(Currency currency, List<HourPrice> prices) {

    public static final PriceList NONE = new PriceList(Currency.getInstance("USD"), List.of());

    private static final Comparator<HourPrice> ORDER = Comparator.comparing(HourPrice::gpuType)
            .thenComparing(HourPrice::nodeSet)
            .thenComparing(HourPrice::partition);

    public PriceList {
        prices = List.copyOf(prices);
    }

    public boolean isEmpty() {
        return prices.isEmpty();
    }

    /** Returns the newest price of each GPU type, NodeSet and partition that is valid in a month. */
    public List<HourPrice> validIn(YearMonth month) {
        return prices.stream()
                .filter(price -> !price.validFrom().isAfter(month) && !replaced(price, month))
                .sorted(ORDER)
                .toList();
    }

    private boolean replaced(HourPrice price, YearMonth month) {
        return prices.stream()
                .anyMatch(other -> ORDER.compare(other, price) == 0
                        && other.validFrom().isAfter(price.validFrom())
                        && !other.validFrom().isAfter(month));
    }

    /**
     * The price of one hour of a GPU or a CPU.
     *
     * @param gpuType GPU type; {@link #CPU} for the price of a CPU
     * @param partition partition with this price; empty for all partitions
     * @param nodeSet NodeSet with this price; empty for all nodes
     * @param price price of one hour, in the currency of the price list
     * @param kind purchase model, such as {@code on-demand}
     * @param validFrom first month with this price; {@link #ALWAYS} for a price without a start
     */
    public record HourPrice(
            String gpuType, String partition, String nodeSet, BigDecimal price, String kind, YearMonth validFrom) {

        /** The GPU type of usage without GPUs, which is charged by CPU-hour. */
        public static final String CPU = "none";

        /** The first month of a price that is always valid. */
        public static final YearMonth ALWAYS = YearMonth.of(0, 1);

        /** Returns true if usage in a partition and NodeSet can have this price. */
        boolean covers(String usedPartition, String usedNodeSet) {
            return (partition.isEmpty() || partition.equals(usedPartition))
                    && (nodeSet.isEmpty() || nodeSet.equals(usedNodeSet));
        }

        public boolean ofCpu() {
            return gpuType.equals(CPU);
        }
    }

    /** The prices of usage in one month. Finds each price once, because a month can have 10,000 rows. */
    public static final class MonthPrices {

        /** The most specific price is the last: of a NodeSet, else of a partition, else for all nodes. */
        private static final Comparator<HourPrice> SPECIFIC =
                Comparator.comparing(HourPrice::nodeSet).thenComparing(HourPrice::partition);

        private static final double HOUR = 3600;

        private final List<HourPrice> valid;
        private final Map<PricedUsage, Optional<HourPrice>> found = new HashMap<>();

        private record PricedUsage(String gpuType, String partition, String nodeSet) {}

        public MonthPrices(PriceList prices, YearMonth month) {
            this.valid = prices.validIn(month);
        }

        /** Returns the price of one hour; empty if no price is configured. */
        public Optional<HourPrice> of(UsageKey usage) {
            return found.computeIfAbsent(
                    new PricedUsage(usage.gpuType(), usage.partition(), usage.nodeSet()), this::mostSpecific);
        }

        private Optional<HourPrice> mostSpecific(PricedUsage used) {
            return valid.stream()
                    .filter(price ->
                            price.gpuType().equals(used.gpuType()) && price.covers(used.partition(), used.nodeSet()))
                    .max(SPECIFIC);
        }

        /** Returns the cost, not rounded; 0 if no price is configured. */
        double cost(UsageKey usage, UsageAmounts amounts) {
            return of(usage)
                    .map(price -> price.price().doubleValue()
                            * (price.ofCpu() ? amounts.cpuSeconds() : amounts.gpuSeconds())
                            / HOUR)
                    .orElse(0.0);
        }
    }

    /**
     * The costs of a month by account. Not rounded; a statement rounds the cost of each row.
     *
     * @param currency currency of the costs, as in ISO 4217
     * @param byAccount cost by account, as published
     */
    public record AccountCosts(String currency, SortedMap<String, Double> byAccount) {

        /** No costs, because no prices are configured. */
        public static final AccountCosts NONE = new AccountCosts("", new TreeMap<>());

        public AccountCosts {
            byAccount = Collections.unmodifiableSortedMap(new TreeMap<>(byAccount));
        }

        /**
         * Sums up the costs of a month.
         *
         * @param rows usage of the month
         * @param accounts accounts with series of their own; the others count as {@code other}. Empty if accounts are
         *     not published
         */
        public static AccountCosts of(
                YearMonth month, Map<UsageKey, UsageAmounts> rows, Set<String> accounts, PriceList prices) {
            if (accounts.isEmpty()) {
                return NONE;
            }
            MonthPrices valid = new MonthPrices(prices, month);
            SortedMap<String, Double> costs = new TreeMap<>();
            accounts.forEach(account -> costs.put(account, 0.0));
            rows.forEach((key, amounts) -> costs.merge(
                    accounts.contains(key.account()) ? key.account() : SeriesBudget.OTHER,
                    valid.cost(key, amounts),
                    Double::sum));
            return new AccountCosts(prices.currency().getCurrencyCode(), costs);
        }
    }
}
