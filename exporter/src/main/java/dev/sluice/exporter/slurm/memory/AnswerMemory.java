package dev.sluice.exporter.slurm.memory;

import dev.sluice.exporter.json.UndecodableJson;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Limits the memory of all responses that are being read to half of the heap. Over the limit, the largest response is
 * refused. A slurmrestd that sends without end therefore cannot end the process, and a response below its fair share,
 * the limit divided by the number of responses, is never refused because of a larger one.
 *
 * <p>Confined to one event loop: the process reads all responses on the same one, and nothing here is synchronized.
 */
public final class AnswerMemory {

    /**
     * Records that repeat those of the previous response are kept once, so half of the heap is left for everything
     * else.
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

    /** Starts to count a new response. */
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
        return UndecodableJson.tooLarge("the answers that are being read take more than " + mebibytes(maxBytes)
                + " MiB, half of the heap, and this one takes most of it, " + mebibytes(largest.bytes)
                + " MiB; give the exporter more memory (-Xmx, or the limit of its container)");
    }

    private static long mebibytes(long bytes) {
        return bytes >> 20;
    }

    /** The memory of one response, from its request until it has been processed. */
    final class Part {

        private Consumer<UndecodableJson> onRefusal = unused -> {};
        private Optional<UndecodableJson> refused = Optional.empty();
        private long bytes;

        private Part() {}

        /** Sets the listener for a refusal caused by another response; the listener must drop the response. */
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

        /** Releases all memory; afterwards the response reserves none. */
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
