package dev.sluice.exporter.api;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.model.cluster.ControllerConf.PrivateData;
import java.util.Optional;

/**
 * The data that a reader may see.
 *
 * @param users form of user names; {@link NameRule#DROP} hides users
 * @param accounts form of account names
 * @param jobNames true to show names of jobs
 * @param reader Slurm user of the reader; empty if the user is unknown; the reader's own jobs are shown in full
 * @param hidden kinds of data of other users that are hidden from the reader; from an unknown reader, of all users
 * @param operator true if no cluster hides data from the reader
 */
public record Visibility(
        NameRule users,
        NameRule accounts,
        boolean jobNames,
        Optional<String> reader,
        PrivateData hidden,
        boolean operator) {

    public static final Visibility NOBODY = new Visibility(NameRule.DROP, NameRule.SHOW, false);

    public static final Visibility ALL =
            new Visibility(NameRule.SHOW, NameRule.SHOW, true, Optional.empty(), PrivateData.NONE, true);

    /** Creates the visibility for an unknown reader. */
    public Visibility(NameRule users, NameRule accounts, boolean jobNames) {
        this(users, accounts, jobNames, Optional.empty(), PrivateData.NONE, false);
    }

    /** Returns this visibility for a known reader. */
    public Visibility forReader(String user, PrivateData ofOthers) {
        return new Visibility(users, accounts, jobNames, Optional.of(user), ofOthers, false);
    }

    /** Returns this visibility in a cluster that hides the data of each user from other users. */
    public Visibility within(PrivateData ofCluster) {
        return operator ? this : new Visibility(users, accounts, jobNames, reader, hidden.and(ofCluster), false);
    }

    /** Returns the visibility of a record that belongs to a user. */
    public Visibility of(String owner) {
        return owns(owner) ? new Visibility(NameRule.SHOW, NameRule.SHOW, true, reader, hidden, operator) : this;
    }

    public boolean owns(String user) {
        return reader.filter(user::equals).isPresent();
    }

    /** Returns true if the reader sees jobs of this user, with or without names. */
    public boolean showsJobsOf(String user) {
        return !hidden.jobs() || owns(user);
    }

    /**
     * Returns true if the reader sees the usage of this user. The usage of an account includes the usage of all users
     * of the account.
     */
    public boolean showsUsageOf(String user) {
        return !hidden.usage() || owns(user);
    }

    public boolean showsUsers() {
        return users != NameRule.DROP;
    }

    /** Returns true if the reader may request a user by name. */
    public boolean answersFor(String user) {
        return showsUsers() || owns(user);
    }

    public boolean showsAccounts() {
        return accounts != NameRule.DROP;
    }

    /** Returns true if the text is the user's name or the displayed form of the user's name. */
    public boolean names(String text, String user) {
        return answersFor(user) && !user.isEmpty() && (text.equals(user) || text.equals(users.apply(user)));
    }

    /** Returns the displayed form of a user name; empty if hidden. */
    public String user(String user) {
        return of(user).users.apply(user);
    }

    /** Returns the displayed form of an account name; empty if hidden. */
    public String account(String account) {
        return accounts.apply(account);
    }

    /** Returns the name of a job or of its pod; empty if hidden. */
    public String jobName(String name) {
        return jobNames ? name : "";
    }
}
