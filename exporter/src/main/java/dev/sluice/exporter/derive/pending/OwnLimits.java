package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.LimitUse;
import dev.sluice.exporter.derive.LimitUse.Owner;
import dev.sluice.exporter.derive.LimitUse.Used;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The limits on the jobs of one user or one account, with the current use of each limit. Covers only the QOSes of
 * current jobs, because the job list does not show the other QOSes that the user may choose.
 */
public final class OwnLimits {

    private final List<Job> jobs;
    private final Constraints constraints;
    private final LimitUse use;

    public OwnLimits(List<Job> jobs, Constraints constraints) {
        this.jobs = jobs;
        this.constraints = constraints;
        // Without limits, nobody reads the use, whose count visits every job.
        this.use = new LimitUse(
                hasLimits(constraints) ? jobs : List.of(), constraints.partitions(), constraints.associations());
    }

    private static boolean hasLimits(Constraints constraints) {
        return constraints.qos().stream().anyMatch(qos -> !qos.limits().isEmpty())
                || constraints.associations().stream()
                        .anyMatch(account -> !account.limits().isEmpty());
    }

    /**
     * Returns the limits of the QOS, including limits per user, and the limits of the accounts of the user's jobs and
     * shares.
     */
    public List<ReachedLimit> ofUser(String user) {
        Set<String> accounts = new HashSet<>();
        constraints.shares().stream()
                .filter(share -> share.user().equals(user))
                .map(Share::account)
                .forEach(accounts::add);
        List<Job> own = current(job -> job.owner().user().equals(user));
        own.forEach(job -> accounts.add(job.owner().account()));
        return limits(own, qos -> use.ofQos(qos, user, ""), Owner.QOS_USER, accounts);
    }

    /**
     * Returns the limits of the QOS, including limits per account, and the limits of the account and all of its
     * parents.
     */
    public List<ReachedLimit> ofAccount(String account) {
        List<Job> own = current(job -> job.owner().account().equals(account));
        return limits(own, qos -> use.ofQos(qos, "", account), Owner.QOS_ACCOUNT, Set.of(account));
    }

    private List<Job> current(Predicate<Job> filter) {
        return jobs.stream().filter(filter).filter(job -> !job.ended()).toList();
    }

    private List<ReachedLimit> limits(
            List<Job> own, Function<Qos, List<Used>> used, Owner part, Set<String> ofAccounts) {
        Set<String> names = new HashSet<>();
        own.forEach(job -> names.addAll(use.qosOf(job)));
        Set<String> accounts = new HashSet<>();
        ofAccounts.forEach(account -> accounts.addAll(use.accountsFrom(account)));
        List<ReachedLimit> limits = new ArrayList<>();
        for (Qos qos : constraints.qos()) {
            for (Used one : names.contains(qos.name()) ? used.apply(qos) : List.<Used>of()) {
                Owner owner = LimitUse.ownerInQos(one.limit());
                if (owner == Owner.QOS || owner == part) {
                    limits.add(limit(owner, qos.name(), one));
                }
            }
        }
        for (Association account : constraints.associations()) {
            if (account.user().isEmpty() && accounts.contains(account.account())) {
                use.ofAccount(account).forEach(one -> limits.add(limit(Owner.ACCOUNT, account.account(), one)));
            }
        }
        return List.copyOf(limits);
    }

    private static ReachedLimit limit(Owner owner, String name, Used one) {
        return new ReachedLimit(owner, name, one.limit(), one.used(), OptionalDouble.empty(), false, List.of());
    }
}
