package dev.sluice.exporter.derive.scaling.packing;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The packings of users with exclusive nodes, of reservations, and of all other jobs. */
public final class Packings {

    /** Maximum number of packings, because each packing stores a bin for each node. */
    private static final int MAX_TENANTS = 32;

    private final Function<Tenant, Packing> make;
    private final Map<Tenant, Packing> packings = new HashMap<>();

    /**
     * A group of jobs that share nodes only within the group.
     *
     * @param user user of the jobs; empty for any user
     * @param reservation reservation whose nodes the jobs use; empty for none
     */
    public record Tenant(String user, String reservation) {

        public static final Tenant ANY = new Tenant("", "");
    }

    public Packings(Function<Tenant, Packing> make) {
        this.make = make;
    }

    /** Returns whether these jobs can share nodes. If there are too many tenants, the jobs get whole nodes. */
    public boolean has(Tenant tenant) {
        return packings.containsKey(tenant) || packings.size() < MAX_TENANTS;
    }

    public Packing of(Tenant tenant) {
        return packings.computeIfAbsent(tenant, make);
    }

    /** Ends a component of a heterogeneous job: slurmctld gives each component nodes of its own. */
    public void endComponent() {
        packings.values().forEach(Packing::endComponent);
    }
}
