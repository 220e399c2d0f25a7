package dev.sluice.exporter.slurm.memory;

import dev.sluice.exporter.json.UndecodableJson;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Limits the total memory of all current responses to half of the heap. If the total exceeds the limit, the largest
 * response is refused. Therefore, a slurmrestd that never stops sending cannot crash the process. The fair share of a
 * response is the limit divided by the number of responses. A response below its fair share is never refused because of
 * a larger response.
 *
 * <p>Used only on one event loop, which reads all responses of the process. Therefore, this class has no
 * synchronization.
 */
public final class AnswerMemory {

    /**
     * If a response repeats records of the previous response, the exporter keeps these records only once. Therefore,
     * half of the heap is free for all other data.
     */
    private static final int SHARE_OF_HEAP = 2;

    private final long maxBytes;
    private final Set<Part> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private long bytes;

    /** Sets the limit to half of the heap of this process. */
    public AnswerMemory() {
        this(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /** Sets the limit. */
    public AnswerMemory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Starts to count the memory of a new response. */
    Part begin() {
        Part part = new Part();
        open.add(part);
        return part;
    }

    /** Returns the memory of all responses that are being read, in bytes. */
    public long bytes() {
        return bytes;
    }

    private void makeRoom(Part asking) throws UndecodableJson {
        while (bytes > maxBytes) {
            Part largest = open.stream()
                    .max(Comparator.comparingLong((Part part) -> part.bytes).thenComparing(part -> part == asking))
                    .orElse(asking);
            UndecodableJson refusal = refusal(largest);
            if (largest == asking) {
                throw refusal;
            }
            largest.refuse(refusal);
        }
    }

    private UndecodableJson refusal(Part largest) {
        return UndecodableJson.tooLarge("the responses that are being read take more than " + mebibytes(maxBytes)
                + " MiB, half of the heap, and this one takes most of it, " + mebibytes(largest.bytes)
                + " MiB; give the exporter more memory (-Xmx, or the limit of its container)");
    }

    private static long mebibytes(long bytes) {
        return bytes >> 20;
    }

    /** The memory of one response, from its request until the response has been processed. */
    final class Part {

        private Consumer<UndecodableJson> onRefusal = unused -> {};
        private Optional<UndecodableJson> refused = Optional.empty();
        private long bytes;

        private Part() {}

        /**
         * Sets the listener that is called if other responses cause the refusal of this response. The listener must
         * drop this response.
         */
        void onRefusal(Consumer<UndecodableJson> told) {
            onRefusal = told;
        }

        /** Reserves more memory. */
        void take(long more) throws UndecodableJson {
            if (refused.isPresent()) {
                throw refused.get();
            }
            if (open.contains(this)) {
                bytes += more;
                AnswerMemory.this.bytes += more;
                makeRoom(this);
            }
        }

        /** Releases some of the reserved memory. */
        void giveBack(long less) {
            long back = Math.min(less, bytes);
            bytes -= back;
            AnswerMemory.this.bytes -= back;
        }

        /** Releases all memory. Afterwards, the response can reserve no memory. */
        void end() {
            open.remove(this);
            giveBack(bytes);
        }

        private void refuse(UndecodableJson refusal) {
            refused = Optional.of(refusal);
            end();
            onRefusal.accept(refusal);
        }
    }
}
