package dev.sluice.exporter.api.view;

import dev.sluice.exporter.derive.NameRule;
import java.util.Optional;

/**
 * What may be said of people.
 *
 * @param users what stands in the place of a user's name; {@link NameRule#DROP} where users are not to be shown
 * @param accounts what stands in the place of an account's name
 * @param jobNames whether the names of jobs may be shown
 */
public record Visibility(NameRule users, NameRule accounts, boolean jobNames) {

    /** Nobody is named. */
    public static final Visibility NOBODY = new Visibility(NameRule.DROP, NameRule.SHOW, false);

    public boolean showsUsers() {
        return users != NameRule.DROP;
    }

    /** Whether a text that somebody asks for is that user: the name, or what is shown in its place. */
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
