package dev.sluice.exporter.slurm.decode;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the memory of the responses that are read at once to half of the heap. If memory is scarce, a response may
 * take no more than its share: the limit divided by the number of the responses. Therefore, a slurmrestd that never
 * stops sending cannot crash the process, and takes no memory from the response of another cluster.
 */
public final class ReadMemory {

    private static final int SHARE_OF_HEAP = 2;

    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger responses = new AtomicInteger();

    /** Sets the limit to half of the heap of this process. */
    public ReadMemory() {
        this(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    public ReadMemory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    void begin() {
        responses.incrementAndGet();
    }

    void end(long taken) {
        responses.decrementAndGet();
        bytes.addAndGet(-taken);
    }

    /** Adds memory of a response; returns false if the response takes too much. */
    boolean take(long more, long taken) {
        return bytes.addAndGet(more) <= maxBytes || taken <= maxBytes / Math.max(1, responses.get());
    }

    long mebibytes() {
        return maxBytes >> 20;
    }
}
