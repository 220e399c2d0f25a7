package dev.sluice.exporter.derive;

/** Budgets of tests. */
public final class SeriesBudgets {

    private SeriesBudgets() {}

    /** Names users and accounts, and nothing else. */
    public static SeriesBudget named(int users, int accounts) {
        return new SeriesBudget(users, accounts, 0, 0, 0, 0, NameRule.SHOW, NameRule.SHOW);
    }
}
