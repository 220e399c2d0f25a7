package dev.sluice.exporter.api.view;

import dev.sluice.exporter.derive.cost.PriceList;
import dev.sluice.exporter.derive.usage.MonthUsage;
import java.util.List;
import java.util.function.Function;

/**
 * The data of monthly statements.
 *
 * @param prices configured prices
 * @param usage returns the known months of a cluster
 */
public record Billing(PriceList prices, Function<String, List<MonthUsage>> usage) {

    /** No prices and no usage. */
    public static final Billing NONE = new Billing(PriceList.NONE, cluster -> List.of());
}
