package dev.sluice.exporter.derive.cost;

import java.time.YearMonth;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Optional;

/**
 * All prices, including past and future prices.
 *
 * @param currency currency of all prices
 * @param prices prices in any order
 */
public record PriceList(Currency currency, List<HourPrice> prices) {

    /** A price list without prices. */
    public static final PriceList NONE = new PriceList(Currency.getInstance("USD"), List.of());

    private static final Comparator<HourPrice> ORDER =
            Comparator.comparing(HourPrice::gpuType).thenComparing(HourPrice::partition);

    public PriceList {
        prices = List.copyOf(prices);
    }

    /**
     * Returns the price in a month. Prefers the price of the partition to the price for all partitions.
     *
     * @param gpuType GPU type; {@link HourPrice#CPU} for the price of a CPU
     */
    public Optional<HourPrice> at(YearMonth month, String gpuType, String partition) {
        List<HourPrice> valid = validIn(month).stream()
                .filter(price -> price.gpuType().equals(gpuType))
                .toList();
        return valid.stream()
                .filter(price -> price.partition().equals(partition))
                .findFirst()
                .or(() -> valid.stream()
                        .filter(price -> price.partition().isEmpty())
                        .findFirst());
    }

    /** Returns the newest price of each GPU type and partition that is valid in a month. */
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
}
