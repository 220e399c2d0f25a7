package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.packing.Packing;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The packing of each user who has nodes alone, and that of all others, whose user is empty. */
final class Packings {

    /** As each holds a room for each node. */
    private static final int MAX_USERS = 32;

    private final Function<String, Packing> make;
    private final Map<String, Packing> packings = new HashMap<>();
    private boolean recording;

    Packings(Function<String, Packing> make) {
        this.make = make;
    }

    /** Whether the user's jobs can be put together; where there are too many such users they get whole nodes. */
    boolean has(String user) {
        return packings.containsKey(user) || packings.size() < MAX_USERS;
    }

    Packing of(String user) {
        Packing known = packings.get(user);
        if (known != null) {
            return known;
        }
        Packing made = make.apply(user);
        if (recording) {
            made.record();
        }
        packings.put(user, made);
        return made;
    }

    /** From here on what is put can be taken back, until it is kept. */
    void record() {
        recording = true;
        packings.values().forEach(Packing::record);
    }

    void keep() {
        recording = false;
        packings.values().forEach(Packing::keep);
    }

    void undo() {
        recording = false;
        packings.values().forEach(Packing::undo);
    }
}
