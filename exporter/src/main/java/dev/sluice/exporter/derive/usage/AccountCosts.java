package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.usage.PriceList.MonthPrices;
import java.time.YearMonth;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The costs of a month by account. Not rounded; a {@link Statement} rounds the cost of each row.
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
     * @param accounts accounts with series of their own; the others count as {@code other}. Empty if accounts are not
     *     published
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
