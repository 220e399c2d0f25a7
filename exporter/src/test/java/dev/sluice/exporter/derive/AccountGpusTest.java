package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The tree and its NormShares are from sshare of a real Slurm 26.05. The accounts lab and lab-b have Fairshare=parent, and
 * 60 of 100 available GPUs are allocated.
 */
class AccountGpusTest {

    private static final SeriesBudget ALL = SeriesBudgets.named(0, 50);
    private static final Capacity NODES = nodes(NodeBaseState.IDLE, 100);

    /** NormShares in Fair Tree: the fraction of the siblings' shares. */
    private static final List<Share> FAIR_TREE = List.of(
            root(2.3283064376228985e-10),
            share("forest", "root", 200, 0.6622516556291391),
            share("oak", "forest", 150, 0.75),
            share("river", "root", 100, 0.33112582781456956),
            inherited("lab", "river", 0.33112582781456956),
            share("lab-a", "lab", 30, 0.21428571428571427),
            inherited("lab-b", "lab", 0.33112582781456956),
            share("lab-c", "lab-b", 9, 0.06428571428571428),
            share("trout", "river", 60, 0.42857142857142855));

    /** NormShares in the classic algorithm: the fraction of all shares. */
    private static final List<Share> CLASSIC = List.of(
            root(1),
            share("forest", "root", 200, 0.6622516556291391),
            share("oak", "forest", 150, 0.49668874172185434),
            share("river", "root", 100, 0.33112582781456956),
            inherited("lab", "river", 0.33112582781456956),
            share("lab-a", "lab", 30, 0.07095553453169347),
            inherited("lab-b", "lab", 0.33112582781456956),
            share("lab-c", "lab-b", 9, 0.02128666035950804),
            share("trout", "river", 60, 0.14191106906338694));

    private static Share root(double sharesRatio) {
        return share("root", "", OptionalDouble.empty(), sharesRatio);
    }

    private static Share inherited(String account, String parent, double sharesRatio) {
        return share(account, parent, OptionalDouble.empty(), sharesRatio);
    }

    private static Share share(String account, String parent, double shares, double sharesRatio) {
        return share(account, parent, OptionalDouble.of(shares), sharesRatio);
    }

    private static Share share(String account, String parent, OptionalDouble shares, double sharesRatio) {
        OptionalDouble none = OptionalDouble.empty();
        return new Share("brook", account, "", parent, "", shares, OptionalDouble.of(sharesRatio), 0, none, none, none);
    }

    private static Capacity nodes(NodeBaseState state, long gpus) {
        return Capacity.of(NodeBuilder.node("n1")
                .state(state, Set.<NodeFlag>of())
                .usable(8, 0, GpuCounts.of("h100", gpus))
                .allocated(8, 0, GpuCounts.of("h100", state == NodeBaseState.IDLE ? 60 : 0))
                .build());
    }

    private static Job job(String account, JobState state, long gpus) {
        return JobBuilder.job(1)
                .owner(account, "ada", "normal")
                .state(state)
                .allocation(new Tres(1, 0, 1, GpuCounts.of("h100", gpus)), "n1")
                .build();
    }

    /** Returns the deserved GPUs by account, in hundredths. */
    private static Map<String, Long> deserved(List<AccountGpus> all) {
        Map<String, Long> deserved = new TreeMap<>();
        all.forEach(one -> deserved.put(one.account(), Math.round(one.deserved() * 100)));
        return deserved;
    }

    private static AccountGpus of(String account, List<AccountGpus> all) {
        return all.stream()
                .filter(one -> one.account().equals(account))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anAccountDeservesItsPartOfAllAvailableGpus() {
        assertThat(deserved(AccountGpus.of(FAIR_TREE, List.of(), NODES, ALL)))
                .containsOnly(
                        entry("root", 10_000L),
                        entry("forest", 6_623L),
                        entry("oak", 4_967L),
                        entry("river", 3_311L),
                        entry("lab", 3_311L),
                        entry("lab-a", 710L),
                        entry("lab-b", 3_311L),
                        entry("lab-c", 213L),
                        entry("trout", 1_419L));
    }

    @Test
    void theClassicAlgorithmGivesTheSame() {
        assertThat(deserved(AccountGpus.of(CLASSIC, List.of(), NODES, ALL)))
                .isEqualTo(deserved(AccountGpus.of(FAIR_TREE, List.of(), NODES, ALL)));
    }

    @Test
    void anAccountHoldsTheGpusOfItsChildAccounts() {
        List<AccountGpus> all = AccountGpus.of(
                FAIR_TREE,
                List.of(
                        job("lab-c", JobState.RUNNING, 8),
                        job("trout", JobState.SUSPENDED, 4),
                        job("river", JobState.RUNNING, 2),
                        job("oak", JobState.PENDING, 16),
                        job("oak", JobState.COMPLETED, 16),
                        job("unknown", JobState.RUNNING, 1)),
                NODES,
                ALL);

        assertThat(all)
                .extracting(AccountGpus::account, AccountGpus::held)
                .contains(
                        tuple("root", 14L),
                        tuple("river", 14L),
                        tuple("lab", 8L),
                        tuple("lab-b", 8L),
                        tuple("lab-c", 8L),
                        tuple("trout", 4L),
                        tuple("oak", 0L));
    }

    /** lab-c deserves 2.13 GPUs, and trout deserves 14.19 GPUs. */
    @Test
    void heldGpusBeyondTheDeservedOnesAreOverQuota() {
        List<AccountGpus> all = AccountGpus.of(
                FAIR_TREE, List.of(job("lab-c", JobState.RUNNING, 8), job("trout", JobState.RUNNING, 14)), NODES, ALL);

        assertThat(Math.round(of("lab-c", all).overQuota() * 100)).isEqualTo(587);
        assertThat(of("trout", all).overQuota()).isZero();
    }

    @Test
    void nobodyDeservesUnavailableGpus() {
        assertThat(deserved(AccountGpus.of(FAIR_TREE, List.of(), nodes(NodeBaseState.DOWN, 8), ALL)))
                .hasSize(FAIR_TREE.size())
                .allSatisfy((account, gpus) -> assertThat(gpus).isZero());
    }

    @Test
    void aClusterWithoutGpusHasNone() {
        assertThat(AccountGpus.of(FAIR_TREE, List.of(), new Capacity(), ALL)).isEmpty();
    }

    @Test
    void aClusterWithoutFairShareHasNone() {
        assertThat(AccountGpus.of(List.of(), List.of(job("oak", JobState.RUNNING, 8)), NODES, ALL))
                .isEmpty();
    }

    /** With PrivateData, slurmctld sends only some of the accounts. */
    @Test
    void anAccountWithUnknownParentsHasNone() {
        assertThat(AccountGpus.of(FAIR_TREE.subList(1, 9), List.of(), NODES, ALL))
                .isEmpty();

        List<Share> withoutForest = new ArrayList<>(FAIR_TREE);
        withoutForest.remove(1);
        assertThat(deserved(AccountGpus.of(withoutForest, List.of(), NODES, ALL)))
                .doesNotContainKeys("forest", "oak")
                .containsKeys("root", "river", "trout");
    }

    @Test
    void accountsInACycleHaveNone() {
        List<Share> cycle = List.of(root(0), share("a", "b", 1, 1), share("b", "a", 1, 1));

        assertThat(deserved(AccountGpus.of(cycle, List.of(job("a", JobState.RUNNING, 1)), NODES, ALL)))
                .containsOnlyKeys("root");
    }

    @Test
    void anAccountWithUnknownOrImpossibleNormSharesHasNone() {
        OptionalDouble none = OptionalDouble.empty();
        Share unknown = new Share("brook", "forest", "", "root", "", OptionalDouble.of(1), none, 0, none, none, none);
        List<Share> tree = List.of(
                root(0),
                unknown,
                share("oak", "forest", 1, 1),
                share("river", "root", 1, 1.5),
                share("sea", "root", 1, 0));

        assertThat(deserved(AccountGpus.of(tree, List.of(), NODES, ALL)))
                .containsOnly(entry("root", 10_000L), entry("sea", 0L));
    }

    /** root and forest deserve the most; lab-c holds 70 GPUs; river, lab and lab-b include lab-c. */
    @Test
    void showsTheAccountsWithTheMostGpus() {
        List<Job> jobs = List.of(job("lab-c", JobState.RUNNING, 70));

        assertThat(AccountGpus.of(FAIR_TREE, jobs, NODES, SeriesBudgets.named(0, 5)))
                .extracting(AccountGpus::account)
                .containsExactly("root", "lab", "lab-b", "lab-c", "river");
    }

    @Test
    void accountNamesFollowTheNameRule() {
        SeriesBudget hashed = new SeriesBudget(0, 50, 0, 0, 0, 0, NameRule.SHOW, NameRule.HASH);
        SeriesBudget dropped = new SeriesBudget(0, 50, 0, 0, 0, 0, NameRule.SHOW, NameRule.DROP);

        assertThat(AccountGpus.of(FAIR_TREE, List.of(), NODES, hashed))
                .extracting(AccountGpus::account)
                .contains(NameRule.HASH.apply("oak"))
                .doesNotContain("oak");
        assertThat(AccountGpus.of(FAIR_TREE, List.of(), NODES, dropped)).isEmpty();
    }
}
