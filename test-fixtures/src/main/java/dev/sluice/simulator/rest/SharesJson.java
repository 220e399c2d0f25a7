package dev.sluice.simulator.rest;

import dev.sluice.simulator.rest.DatabaseJson.Association;
import java.util.List;

/** Body of {@code /shares}: shares and usage as fractions of the parent's. The usage is the current allocation. */
record SharesJson(Rendering rendering, List<Association> tree) {
    private static final String ROOT = "root";
    /** The level of an association without usage: UINT64_MAX. */
    private static final double NO_USAGE = Math.pow(2, 64);

    static Template of(Rendering rendering) {
        SharesJson shares = new SharesJson(rendering, new DatabaseJson(rendering).tree());
        return rendering.response("slurm/shares.json").list("shares.shares", shares.tree(), shares::fill);
    }

    private void fill(Template record, Association own) {
        boolean user = !own.user().isEmpty();
        double cpus = cpus(own.account(), own.user());
        double use = cpus / Math.max(1, cpus(ROOT, ""));
        double effective = cpus / Math.max(1, cpus(own.above(), ""));
        double norm = own.shares() / shares(own.above());
        record.set("id", own.id())
                .set("cluster", rendering.definition().name())
                .set("name", user ? own.user() : own.account())
                .set("parent", own.above())
                .setAll(List.of(), "tres.run_seconds", "tres.group_minutes", "tres.usage")
                .set("usage", Math.round(use * 100_000));
        // The captured record is the account root, which has neither shares nor a level.
        if (!own.above().isEmpty()) {
            record.set("shares_normalized", norm)
                    .set("shares", own.shares())
                    .set("effective_usage", effective)
                    .set("usage_normalized", use)
                    .set("fairshare.factor", user ? Math.pow(2, -2 * use) : 0.0)
                    .set("fairshare.level", effective > 0 ? norm / effective : NO_USAGE)
                    .set("type", List.of(user ? "USER" : "ASSOCIATION"));
        }
    }

    /** Returns the sum of the shares of all accounts and users with the same parent. */
    private double shares(String parent) {
        return tree.stream()
                .filter(association -> association.above().equals(parent))
                .mapToInt(Association::shares)
                .sum();
    }

    /** Returns the allocated CPUs of an account, or of a user in an account. */
    private double cpus(String account, String user) {
        return rendering.controller().running().stream()
                .filter(job -> account.equals(ROOT) || job.request().account().equals(account))
                .filter(job -> user.isEmpty() || job.request().user().equals(user))
                .mapToInt(job -> job.use().cpus())
                .sum();
    }
}
