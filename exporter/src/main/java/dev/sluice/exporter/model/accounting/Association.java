package dev.sluice.exporter.model.accounting;

import java.util.List;

/**
 * One association of slurmdbd: an account in a cluster, or a user in an account.
 *
 * @param cluster name of the cluster, because slurmdbd may serve several clusters
 * @param user user name; empty for the account itself
 * @param parent parent account; empty for the root and for users
 * @param limits limits on the jobs of the association and of its descendants together
 */
public record Association(String cluster, String account, String user, String parent, List<Limit> limits) {

    public Association {
        limits = List.copyOf(limits);
    }
}
