package dev.sluice.exporter.model.accounting;

import java.util.OptionalDouble;

/**
 * The share of an account, or of a user in an account, as sshare shows it.
 *
 * @param cluster the cluster, as Slurm calls it
 * @param account the account
 * @param user the user; empty for the account itself
 * @param partition the partition, where the share is for one only; else empty
 * @param shares RawShares; empty where it is its parent's
 * @param sharesRatio NormShares: the part of its siblings' shares, 0 to 1
 * @param usage RawUsage: seconds of billed resources, decayed with time
 * @param usageRatio EffectvUsage: the part of its siblings' usage, 0 to 1
 * @param factor FairShare, 0 to 1; empty for accounts, which have none in the Fair Tree algorithm
 * @param level LevelFS: shares divided by usage; infinite without usage, empty for the root
 */
public record Share(
        String cluster,
        String account,
        String user,
        String partition,
        OptionalDouble shares,
        OptionalDouble sharesRatio,
        double usage,
        OptionalDouble usageRatio,
        OptionalDouble factor,
        OptionalDouble level) {

    /** The same under other names. */
    public Share named(String newAccount, String newUser) {
        return new Share(
                cluster, newAccount, newUser, partition, shares, sharesRatio, usage, usageRatio, factor, level);
    }
}
