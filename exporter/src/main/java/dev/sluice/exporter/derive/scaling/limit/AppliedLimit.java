package dev.sluice.exporter.derive.scaling.limit;

import dev.sluice.exporter.model.accounting.Limit;

/**
 * A limit that applies to a job, and the jobs that share the limit.
 *
 * @param name name of the QOS or the account
 * @param sharer user or account whose jobs share the limit; empty if all jobs of the owner share the limit
 * @param partition partition to which the association of a user is restricted; usually empty
 */
public record AppliedLimit(Owner owner, String name, String sharer, String partition, Limit limit) {

    /** The owner of a limit. */
    public enum Owner {
        QOS,
        /** The limit applies to each user within a QOS. */
        QOS_USER,
        /** The limit applies to each account within a QOS. */
        QOS_ACCOUNT,
        ACCOUNT,
        /** The limit applies to one user within an account. */
        USER,
        ARRAY;

        /** Returns true for the owners that are a QOS or a part of its jobs. */
        public boolean isQos() {
            return this == QOS || this == QOS_USER || this == QOS_ACCOUNT;
        }
    }

    /** Returns the limit in the words of sacctmgr. */
    String text() {
        String of = owner == Owner.USER ? "user " + sharer + " in account " + name : "account " + name;
        return (owner.isQos() ? "QOS " + name : of) + " " + limit.kind().label()
                + (limit.tres().isEmpty() ? "" : " " + limit.tres());
    }
}
