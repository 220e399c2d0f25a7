package dev.sluice.exporter.model.accounting;

import java.util.OptionalDouble;

/**
 * The share of an account, or of a user in an account, as sshare shows it.
 *
 * @param cluster Slurm's name of the cluster
 * @param user user name; empty for the account itself
 * @param parent parent account of an account; empty for the account root and for users
 * @param partition partition of the share; empty if the share is for all partitions
 * @param shares RawShares; empty if the parent's shares apply
 * @param sharesRatio NormShares, 0 to 1: fraction of the shares of all accounts and users under the parent; with the
 *     classic algorithm, fraction of all shares of the cluster
 * @param usage RawUsage: seconds of billed resources, decayed with time
 * @param usageRatio EffectvUsage, 0 to 1: fraction of the parent's usage; with the classic algorithm, effective usage
 * @param factor FairShare, 0 to 1; empty for accounts, which have no FairShare in the Fair Tree algorithm
 * @param level LevelFS: shares divided by usage; infinite without usage, empty for the root
 */
public record Share(
        String cluster,
        String account,
        String user,
        String parent,
        String partition,
        OptionalDouble shares,
        OptionalDouble sharesRatio,
        double usage,
        OptionalDouble usageRatio,
        OptionalDouble factor,
        OptionalDouble level) {

    /** Returns a copy with other names. */
    public Share named(String newAccount, String newUser) {
        return new Share(
                cluster, newAccount, newUser, parent, partition, shares, sharesRatio, usage, usageRatio, factor, level);
    }
}
