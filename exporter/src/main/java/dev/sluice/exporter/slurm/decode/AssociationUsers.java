package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.job.Job.JobOwner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The user of each association, for jobs of users that slurmrestd's host does not know. */
public final class AssociationUsers {

    /** By cluster and association ID. */
    private volatile Map<UserAssociation, String> users = Map.of();

    private record UserAssociation(String cluster, long id) {}

    /** Learns the users of associations. Can be called from any thread. Returns true if the users have changed. */
    public boolean learn(List<Association> associations) {
        Map<UserAssociation, String> known = new HashMap<>();
        for (Association one : associations) {
            if (one.id() > 0 && !one.user().isEmpty()) {
                known.put(new UserAssociation(one.cluster(), one.id()), one.user());
            }
        }
        boolean changed = !known.equals(users);
        users = known;
        return changed;
    }

    /** Returns the user of an association, otherwise the user ID as {@code uid:10001}. */
    String user(String cluster, long association, long userId) {
        String name = users.get(new UserAssociation(cluster, association));
        return name == null ? JobOwner.UNNAMED + userId : name;
    }
}
