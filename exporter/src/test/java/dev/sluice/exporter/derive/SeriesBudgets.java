package dev.sluice.exporter.derive;

/** Series limits for tests. */
public final class SeriesBudgets {

    private SeriesBudgets() {}

    /** A budget that shows only the names of users and accounts. */
    public static SeriesBudget named(int users, int accounts) {
        return new SeriesBudget(users, accounts, 0, 0, 0, 0, NameRule.SHOW, NameRule.SHOW);
    }
}
