package dev.sluice.exporter.derive.life;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that are remembered, by their ids. An open hash table: a map of boxed ids needs twice the memory and three
 * times the objects, which every full garbage collection visits.
 */
final class LiveJobs {

    private static final int MIN_SLOTS = 64;

    private @Nullable LiveJob[] slots = new LiveJob[MIN_SLOTS];
    private int size;

    @Nullable
    LiveJob get(long id) {
        return slots[slot(id)];
    }

    /** Adds a job; it takes the place of another of its id. */
    void put(LiveJob job) {
        if (size * 3 >= slots.length * 2) {
            rehash(slots.length * 2, unused -> true);
        }
        int slot = slot(job.id());
        size += slots[slot] == null ? 1 : 0;
        slots[slot] = job;
    }

    /** Keeps only those jobs. */
    void retain(Predicate<LiveJob> kept) {
        int left = 0;
        for (LiveJob job : slots) {
            left += job != null && kept.test(job) ? 1 : 0;
        }
        if (left < size) {
            int room = slots.length;
            while (room > MIN_SLOTS && left * 6 < room) {
                room /= 2;
            }
            rehash(room, kept);
        }
    }

    private void rehash(int room, Predicate<LiveJob> kept) {
        @Nullable LiveJob[] before = slots;
        slots = new LiveJob[room];
        size = 0;
        for (LiveJob job : before) {
            if (job != null && kept.test(job)) {
                slots[slot(job.id())] = job;
                size++;
            }
        }
    }

    /** Where the job of that id is, or would be. */
    private int slot(long id) {
        int mask = slots.length - 1;
        int slot = (int) ((id * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        for (LiveJob job = slots[slot]; job != null && job.id() != id; job = slots[slot]) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    int size() {
        return size;
    }
}
