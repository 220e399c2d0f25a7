package dev.sluice.exporter.derive.usage;

import java.time.Instant;
import java.time.YearMonth;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The usage of a calendar month, in UTC.
 *
 * @param from start of the counted part of the month
 * @param until end of the counted part of the month
 * @param rows amounts by account, user, partition and GPU type
 */
public record MonthUsage(YearMonth month, Instant from, Instant until, SortedMap<UsageKey, UsageAmounts> rows) {

    public MonthUsage {
        rows = Collections.unmodifiableSortedMap(new TreeMap<>(rows));
    }
}
