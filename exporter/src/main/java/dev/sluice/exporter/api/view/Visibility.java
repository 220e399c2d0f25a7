package dev.sluice.exporter.api.view;

import dev.sluice.exporter.derive.NameRule;
import java.util.Optional;

/**
 * The rules for showing names of people.
 *
 * @param users form of user names; {@link NameRule#DROP} hides users
 * @param accounts form of account names
 * @param jobNames shows names of jobs
 */
public record Visibility(NameRule users, NameRule accounts, boolean jobNames) {

    /** Shows no names. */
    public static final Visibility NOBODY = new Visibility(NameRule.DROP, NameRule.SHOW, false);

    public boolean showsUsers() {
        return users != NameRule.DROP;
    }

    public boolean showsAccounts() {
        return accounts != NameRule.DROP;
    }

    /** Returns true if the text is the user's name, or its displayed form. */
    public boolean names(String text, String user) {
        return showsUsers() && !user.isEmpty() && (text.equals(user) || text.equals(users.apply(user)));
    }

    public Optional<String> user(String user) {
        return shown(users.apply(user));
    }

    public Optional<String> account(String account) {
        return shown(accounts.apply(account));
    }

    public Optional<String> jobName(String name) {
        return jobNames ? shown(name) : Optional.empty();
    }

    private static Optional<String> shown(String text) {
        return Optional.of(text).filter(present -> !present.isEmpty());
    }
}
