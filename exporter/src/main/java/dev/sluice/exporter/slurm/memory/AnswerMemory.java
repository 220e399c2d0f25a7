package dev.sluice.exporter.slurm.memory;

import dev.sluice.exporter.json.UndecodableJson;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What the answers that are being read take of the memory of the process, together: at most half of the heap. Where they
 * would take more, the answer that takes most is refused. So a slurmrestd that sends without end ends no process, and an
 * answer that takes less than its fair share, the limit by the number of answers, is never refused for a larger one.
 *
 * <p>Confined to one event loop: the process reads all answers on the same, and nothing here is synchronized.
 */
public final class AnswerMemory {

    /** Records that repeat those of the answer before are kept once, so that half is left for all else. */
    private static final int SHARE_OF_HEAP = 2;

    private final long maxBytes;
    private final Set<Part> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private long bytes;

    /** Half of the heap of this process. */
    public AnswerMemory() {
        this(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /** Memory of that many bytes. */
    public AnswerMemory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** The part of an answer that begins. */
    Part begin() {
        Part part = new Part();
        open.add(part);
        return part;
    }

    /** What all answers take that are being read. */
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

    /** What one answer takes, from its request until it has been dealt with. */
    final class Part {

        private Consumer<UndecodableJson> onRefusal = unused -> {};
        private Optional<UndecodableJson> refused = Optional.empty();
        private long bytes;

        private Part() {}

        /** Is told where the answer is refused while another one asks; the answer is to be dropped then. */
        void onRefusal(Consumer<UndecodableJson> told) {
            onRefusal = told;
        }

        /** Takes more. */
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

        /** Gives back some of what was taken. */
        void giveBack(long less) {
            long back = Math.min(less, bytes);
            bytes -= back;
            AnswerMemory.this.bytes -= back;
        }

        /** Gives back all of it; the answer takes nothing any more. */
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
