package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.ClusterDefinition;
import dev.sluice.lab.scheduling.ClusterDefinition.Account;
import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.SimulatedJob;
import java.util.ArrayList;
import java.util.List;

/** Body of {@code /shares}: a small account tree. The usage is the current allocation. */
public final class SharesJson {
    private record Share(int id, String name, String parent, int shares, double norm, double use, boolean user) {}

    private SharesJson() {}

    public static Template of(Rendering rendering) {
        String cluster = rendering.definition().name();
        return rendering
                .response("slurm/shares.json")
                .list("shares.shares", tree(rendering), (record, share) -> fill(record, share, cluster));
    }

    private static List<Share> tree(Rendering rendering) {
        List<Share> tree = new ArrayList<>(List.of(new Share(1, "root", "", 0, 0, 1, false)));
        ClusterDefinition definition = rendering.definition();
        int all = definition.accounts().values().stream()
                .mapToInt(Account::shares)
                .sum();
        definition.accounts().values().forEach(account -> {
            double norm = account.shares() / (double) all;
            double use = use(rendering.controller(), account.name(), "");
            tree.add(new Share(tree.size() + 1, account.name(), "root", account.shares(), norm, use, false));
            definition.users().forEach((user, of) -> {
                if (of.equals(account.name())) {
                    double ofUser = use(rendering.controller(), account.name(), user);
                    tree.add(new Share(tree.size() + 1, user, of, 1, norm / 2, ofUser, true));
                }
            });
        });
        return tree;
    }

    /** Returns the share of an account, or of a user in the account, in all allocated CPUs. */
    private static double use(Controller controller, String account, String user) {
        double all = 0;
        double own = 0;
        for (SimulatedJob job : controller.running()) {
            all += job.request().totalCpus();
            boolean counts = job.request().account().equals(account)
                    && (user.isEmpty() || job.request().user().equals(user));
            own += counts ? job.request().totalCpus() : 0;
        }
        return all == 0 ? 0 : own / all;
    }

    private static void fill(Template record, Share share, String cluster) {
        // The account root has no shares.
        record.set("id", share.id())
                .set("cluster", cluster)
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
