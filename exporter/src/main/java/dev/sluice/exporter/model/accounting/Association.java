package dev.sluice.exporter.model.accounting;

import java.util.List;

/**
 * One association of slurmdbd: an account in a cluster, or a user in an account.
 *
 * @param id ID in this cluster, as in the records of jobs; 0 if unknown
 * @param cluster name of the cluster, because slurmdbd may serve several clusters
 * @param user user name; empty for the account itself
 * @param partition partition to which the association of a user is restricted; usually empty
 * @param parent parent account; empty for the root and for users
 * @param limits limits on the jobs of the association and of its descendants together
 * @param inherited limits on the jobs of each user, and on each job; the users of an account without such a limit of
 *     their own inherit the limit of the account
 */
public record Association(
        long id,
        String cluster,
        String account,
        String user,
        String partition,
        String parent,
        List<Limit> limits,
        List<Limit> inherited) {

    public Association {
        limits = List.copyOf(limits);
        inherited = List.copyOf(inherited);
    }

    /** Creates an association for all partitions with an unknown ID and without inherited limits. */
    public Association(String cluster, String account, String user, String parent, List<Limit> limits) {
        this(0, cluster, account, user, "", parent, limits, List.of());
    }
}
