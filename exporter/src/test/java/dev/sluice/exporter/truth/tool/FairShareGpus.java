package dev.sluice.exporter.truth.tool;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** The accounts' GPUs: the tree of sshare, with the cluster's and the accounts' GPUs from scontrol. */
final class FairShareGpus {

    /** sshare prints six decimal places. */
    private static final double CUT = 1e-6;

    private final ToolTexts before;

    /** An account and its parents, with the account's fraction of the tree. */
    private record Level(int depth, String account, Range ratio) {}

    FairShareGpus(ToolTexts before) {
        this.before = before;
    }

    /**
     * Adds the accounts' GPUs.
     *
     * @param shown also contains the GPUs of the cluster and the GPUs of the jobs of each account
     */
    void show(Shown shown) {
        Map<String, Long> byState = shown.by("slurm_cluster_gpus", "state");
        long available = byState.getOrDefault("allocated", 0L) + byState.getOrDefault("idle", 0L);
        Map<String, Long> own = shown.by("slurm_account_gpus_allocated", "account");
        Map<String, Long> held = new HashMap<>();
        Map<String, Range> ratios = new HashMap<>();
        Deque<Level> path = new ArrayDeque<>();
        for (Map<String, String> row : before.table(ToolCommand.SSHARE)) {
            if (Fields.text(row, "User").isEmpty()) {
                String indented = Fields.text(row, "Account");
                String account = indented.strip();
                int depth = indented.length() - account.length();
                while (!path.isEmpty() && path.getLast().depth() >= depth) {
                    path.removeLast();
                }
                Range parent =
                        path.isEmpty() ? Range.exactly(1) : path.getLast().ratio();
                path.addLast(new Level(depth, account, ratio(parent, row)));
                ratios.put(account, path.getLast().ratio());
                long gpus = own.getOrDefault(account, 0L);
                path.forEach(level -> held.merge(level.account(), gpus, Long::sum));
            }
        }
        ratios.forEach((account, ratio) -> show(shown, account, ratio, available, held.getOrDefault(account, 0L)));
    }

    /** Only the account root and accounts with the shares of their parent have no number of shares. */
    private static Range ratio(Range parent, Map<String, String> row) {
        if (!Fields.text(row, "RawShares").matches("\\d+")) {
            return parent;
        }
        double norm = Double.parseDouble(Fields.text(row, "NormShares"));
        return new Range(parent.low() * (norm - CUT), parent.high() * (norm + CUT));
    }

    private static void show(Shown shown, String account, Range ratio, long available, long held) {
        Range deserved = new Range(ratio.low() * available, ratio.high() * available);
        String family = "slurm_fairshare_account_";
        shown.between(deserved.low(), deserved.high(), family + "deserved_gpus account", account);
        shown.exactly(held, family + "held_gpus account", account);
        shown.between(
                Math.max(0, held - deserved.high()),
                Math.max(0, held - deserved.low()),
                family + "over_quota_gpus account",
                account);
    }
}
