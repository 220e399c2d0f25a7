package dev.sluice.exporter.derive.usage;

import java.time.YearMonth;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;

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
}
