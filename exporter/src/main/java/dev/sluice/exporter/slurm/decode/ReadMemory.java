package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.poll.FetchFailure;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the estimated memory of the responses that are read at once to half of the heap. If memory is scarce, a
 * response may take no more than its share: the limit divided by the number of the responses. Therefore, a slurmrestd
 * that never stops sending cannot crash the process, and takes no memory from the response of another cluster.
 */
public final class ReadMemory {

    private static final int SHARE_OF_HEAP = 2;

    /** Bytes that a response takes before they are counted, so that threads rarely meet. */
    private static final int STEP = 1 << 12;

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

    Response begin() {
        responses.incrementAndGet();
        return new Response();
    }

    /** The memory of one response. Used on one thread. */
    final class Response implements AutoCloseable {

        private long taken;
        private long counted;

        /** Adds memory; a negative number releases memory. */
        void take(long more) throws FetchFailure {
            taken += more;
            if (Math.abs(taken - counted) < STEP) {
                return;
            }
            long all = bytes.addAndGet(taken - counted);
            counted = taken;
            if (all > maxBytes && taken > maxBytes / Math.max(1, responses.get())) {
                throw FetchFailure.tooLarge("the responses that are being read take more than " + (maxBytes >> 20)
                        + " MiB, half of the heap, and this one takes " + (taken >> 20)
                        + " MiB; give the exporter more memory (-Xmx, or the limit of its container)");
            }
        }

        @Override
        public void close() {
            responses.decrementAndGet();
            bytes.addAndGet(-counted);
        }
    }
}
