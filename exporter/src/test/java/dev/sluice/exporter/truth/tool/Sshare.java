package dev.sluice.exporter.truth.tool;

import java.util.Map;

/** Shares and fair share from sshare. */
final class Sshare {

    /** sshare prints six decimal places. */
    private static final double CUT = 1e-6;

    private final ToolTexts before;

    Sshare(ToolTexts before) {
        this.before = before;
    }

    void show(Shown shown) {
        for (Map<String, String> row : before.table(ToolCommand.SSHARE)) {
            String account = Fields.text(row, "Account").strip();
            String user = Fields.text(row, "User");
            if (user.isEmpty()) {
                number(shown, row, "RawShares", 0, "account_shares account", account);
                number(shown, row, "NormShares", CUT, "account_shares_ratio account", account);
                number(shown, row, "RawUsage", 1, "account_usage_seconds account", account);
                number(shown, row, "EffectvUsage", CUT, "account_usage_ratio account", account);
                number(shown, row, "LevelFS", CUT, "account_level account", account);
            } else {
                number(shown, row, "FairShare", CUT, "user_factor account user", account, user);
                number(shown, row, "NormShares", CUT, "user_shares_ratio account user", account, user);
                number(shown, row, "RawUsage", 1, "user_usage_seconds account user", account, user);
                number(shown, row, "EffectvUsage", CUT, "user_usage_ratio account user", account, user);
            }
        }
    }

    private static void number(
            Shown shown, Map<String, String> row, String column, double cut, String family, String... values) {
        String text = Fields.text(row, column);
        if (!text.isEmpty()) {
            double value = Double.parseDouble(text.replace("inf", "Infinity"));
            shown.between(value - cut, value + cut, "slurm_fairshare_" + family, values);
        }
    }
}
