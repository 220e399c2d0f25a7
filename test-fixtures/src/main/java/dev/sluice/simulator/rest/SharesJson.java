package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.ClusterDefinition.Account;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.SimulatedJob;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Body of {@code /shares}: a small account tree. The usage is the current allocation. */
record SharesJson(Rendering rendering) {
    private record Share(int id, String name, String parent, int shares, double norm, double use, boolean user) {}

    static Template of(Rendering rendering) {
        SharesJson shares = new SharesJson(rendering);
        return rendering.response("slurm/shares.json").list("shares.shares", shares.tree(), shares::fill);
    }

    private List<Share> tree() {
        List<Share> tree = new ArrayList<>(List.of(new Share(1, "root", "", 0, 0, 1, false)));
        List<Account> accounts = rendering.definition().accounts();
        int all = accounts.stream().mapToInt(Account::shares).sum();
        for (Account account : accounts) {
            String name = account.name();
            double norm = account.shares() / (double) all;
            double use = use(job -> job.account().equals(name));
            tree.add(new Share(tree.size() + 1, name, "root", account.shares(), norm, use, false));
            for (String user : account.users()) {
                double ofUser =
                        use(job -> job.account().equals(name) && job.user().equals(user));
                tree.add(new Share(tree.size() + 1, user, name, 1, norm / 2, ofUser, true));
            }
        }
        return tree;
    }

    /** Returns the share of some running jobs in all allocated CPUs. */
    private double use(Predicate<JobRequest> counted) {
        List<JobRequest> running = rendering.controller().running().stream()
                .map(SimulatedJob::request)
                .toList();
        double all = running.stream().mapToInt(JobRequest::totalCpus).sum();
        double own =
                running.stream().filter(counted).mapToInt(JobRequest::totalCpus).sum();
        return own == 0 ? 0 : own / all;
    }

    private void fill(Template record, Share share) {
        // The account root has no shares.
        record.set("id", share.id())
                .set("cluster", rendering.definition().name())
                .set("name", share.name())
                .set("parent", share.parent())
                .set("shares_normalized", share.norm())
                .set("shares", share.parent().isEmpty() ? Template.Special.UNSET : (Object) share.shares())
                .setAll(List.of(), "tres.run_seconds", "tres.group_minutes", "tres.usage")
                .setAll(share.use(), "effective_usage", "usage_normalized")
                .set("usage", Math.round(share.use() * 100_000))
                .set("fairshare.factor", share.user() ? Math.pow(2, -2 * share.use()) : 0.0)
                .set("fairshare.level", share.use() > 0 ? share.norm() / share.use() : 1.0)
                .set("type", share.user() ? List.of("USER") : List.of("ASSOCIATION"));
    }
}
