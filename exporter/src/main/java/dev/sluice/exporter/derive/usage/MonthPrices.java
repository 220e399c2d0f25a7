package dev.sluice.exporter.derive.usage;

import java.time.YearMonth;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The prices of usage in one month. Finds each price once, because a month can have 10,000 rows. */
final class MonthPrices {

    /** The most specific price is the last: of a NodeSet, else of a partition, else for all nodes. */
    private static final Comparator<HourPrice> SPECIFIC =
            Comparator.comparing(HourPrice::nodeSet).thenComparing(HourPrice::partition);

    private static final double HOUR = 3600;

    private final List<HourPrice> valid;
    private final Map<PricedUsage, Optional<HourPrice>> found = new HashMap<>();

    private record PricedUsage(String gpuType, String partition, String nodeSet) {}

    MonthPrices(PriceList prices, YearMonth month) {
        this.valid = prices.validIn(month);
    }

    /** Returns the price of one hour; empty if no price is configured. */
    Optional<HourPrice> of(UsageKey usage) {
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
