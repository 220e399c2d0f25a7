package dev.sluice.exporter.derive.scaling.packing;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The packing of each user who has nodes alone, that of each reservation, and that of all others. */
public final class Packings {

    /** As each holds a room for each node. */
    private static final int MAX_TENANTS = 32;

    private final Function<Tenant, Packing> make;
    private final Map<Tenant, Packing> packings = new HashMap<>();
    private boolean recording;

    /**
     * Jobs that share nodes with each other and with no others.
     *
     * @param user the user whose jobs they are; empty where anybody's
     * @param reservation the reservation on whose nodes they are; empty where on those of none
     */
    public record Tenant(String user, String reservation) {

        public static final Tenant ANY = new Tenant("", "");
    }

    public Packings(Function<Tenant, Packing> make) {
        this.make = make;
    }

    /** Whether these jobs can be put together; where there are too many such groups they get whole nodes. */
    public boolean has(Tenant tenant) {
        return packings.containsKey(tenant) || packings.size() < MAX_TENANTS;
    }

    public Packing of(Tenant tenant) {
        Packing known = packings.get(tenant);
        if (known != null) {
            return known;
        }
        Packing made = make.apply(tenant);
        if (recording) {
            made.record();
        }
        packings.put(tenant, made);
        return made;
    }

    /** From here on what is put can be taken back, until it is kept. */
    public void record() {
        recording = true;
        packings.values().forEach(Packing::record);
    }

    public void keep() {
        recording = false;
        packings.values().forEach(Packing::keep);
    }

    public void undo() {
        recording = false;
        packings.values().forEach(Packing::undo);
    }
}
