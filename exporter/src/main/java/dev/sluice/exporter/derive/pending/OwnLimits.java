package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.LimitUse;
import dev.sluice.exporter.derive.LimitUse.JobGroup;
import dev.sluice.exporter.derive.LimitUse.Owner;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
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
        return limits(own, user, "", accounts);
    }

    /**
     * Returns the limits of the QOS, including limits per account, and the limits of the account and all of its
     * parents.
     */
    public List<ReachedLimit> ofAccount(String account) {
        List<Job> own = current(job -> job.owner().account().equals(account));
        return limits(own, "", account, Set.of(account));
    }

    private List<Job> current(Predicate<Job> filter) {
        return jobs.stream().filter(filter).filter(job -> !job.ended()).toList();
    }

    private List<ReachedLimit> limits(List<Job> own, String user, String account, Set<String> ofAccounts) {
        Set<String> names = new HashSet<>();
        own.forEach(job -> names.addAll(use.qosOf(job)));
        Set<String> accounts = new HashSet<>();
        ofAccounts.forEach(name -> accounts.addAll(use.accountsFrom(name)));
        List<ReachedLimit> limits = new ArrayList<>();
        for (Qos qos : constraints.qos()) {
            for (Limit limit : names.contains(qos.name()) ? qos.limits() : List.<Limit>of()) {
                JobGroup jobs = JobGroup.of(qos, limit, user, account);
                if (jobs.owner() == Owner.QOS || !jobs.sharer().isEmpty()) {
                    limits.add(limit(jobs, limit));
                }
            }
        }
        for (Association one : constraints.associations()) {
            if (one.user().isEmpty() && accounts.contains(one.account())) {
                one.limits().forEach(limit -> limits.add(limit(JobGroup.of(one), limit)));
            }
        }
        return List.copyOf(limits);
    }

    private ReachedLimit limit(JobGroup jobs, Limit limit) {
        return new ReachedLimit(
                jobs.owner(), jobs.name(), limit, use.used(jobs, limit), OptionalDouble.empty(), false, List.of());
    }
}
