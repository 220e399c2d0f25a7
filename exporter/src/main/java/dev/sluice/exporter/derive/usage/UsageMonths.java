package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.SeriesBudget;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sums up usage by calendar month in UTC. Keeps the newest {@value #MAX_MONTHS} months. Rows over the limit count under
 * the user and account {@code other}.
 */
final class UsageMonths {

    static final int MAX_MONTHS = 13;

    private final int maxRows;
    private final TreeMap<YearMonth, Rows> months = new TreeMap<>();

    /** Rows of one month, from second {@code start} to second {@code end}. */
    private static final class Rows {

        private final YearMonth month;
        private final long start;
        private final long end;
        private final Map<UsageKey, UsageAmounts> amounts = new LinkedHashMap<>();

        Rows(YearMonth month) {
            this.month = month;
            this.start = startOf(month);
            this.end = startOf(month.plusMonths(1));
        }

        MonthUsage copy(long since, long until) {
            Instant from = Instant.ofEpochSecond(Math.max(since, start));
            Instant to = Instant.ofEpochSecond(Math.max(start, Math.min(until, end)));
            return new MonthUsage(month, from, to, new TreeMap<>(amounts));
        }
    }

    /**
     * @param maxRows maximum number of rows of a month, without the shared rows
     * @param names names under which the earlier months count
     */
    UsageMonths(int maxRows, List<MonthUsage> before, StoredNames names) {
        this.maxRows = maxRows;
        for (MonthUsage month : before) {
            Map<UsageKey, UsageAmounts> rows = rows(month.month()).amounts;
            month.rows().forEach((key, amounts) -> rows.merge(names.of(key), amounts, UsageAmounts::plus));
        }
    }

    private static long startOf(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toEpochSecond();
    }

    /** Adds amounts per second from one second to another, which can be in different months. */
    void add(UsageKey key, UsageAmounts perSecond, long from, long to) {
        long at = from;
        while (at < to) {
            Rows rows = at(at);
            long next = Math.min(to, rows.end);
            add(rows, key, perSecond.times(next - at));
            at = next;
        }
    }

    /** Adds the month of a time, even if no job ran in this month. */
    void cover(long time) {
        at(time);
    }

    void ended(UsageKey key, long at) {
        add(at(at), key, new UsageAmounts(0, 0, 0, 1));
    }

    private Rows at(long second) {
        return rows(YearMonth.from(Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC)));
    }

    private Rows rows(YearMonth month) {
        Rows rows = months.computeIfAbsent(month, Rows::new);
        while (months.size() > MAX_MONTHS) {
            months.pollFirstEntry();
        }
        return rows;
    }

    private void add(Rows rows, UsageKey key, UsageAmounts amounts) {
        UsageKey counted = rows.amounts.containsKey(key) || rows.amounts.size() < maxRows
                ? key
                : key.named(SeriesBudget.OTHER, SeriesBudget.OTHER);
        rows.amounts.merge(counted, amounts, UsageAmounts::plus);
    }

    /** Returns the rows of a month, which change with the next job list. */
    Map<UsageKey, UsageAmounts> rowsOf(YearMonth month) {
        Rows rows = months.get(month);
        return rows == null ? Map.of() : Collections.unmodifiableMap(rows.amounts);
    }

    /**
     * Returns the months, newest last.
     *
     * @param since start of the counting, in seconds since the epoch
     * @param until time until which runs are counted
     */
    List<MonthUsage> months(long since, long until) {
        return months.values().stream().map(rows -> rows.copy(since, until)).toList();
    }
}
