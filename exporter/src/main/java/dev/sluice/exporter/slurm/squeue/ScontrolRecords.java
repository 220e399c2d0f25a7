package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.model.GpuCounts;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the output of {@code scontrol --oneliner show job} while the bytes arrive. scontrol does not escape line breaks
 * in job names and comments. Therefore, a record ends at the next line that begins with {@code JobId=}. A user can
 * write a job name or a comment that looks like another job's record.
 */
final class ScontrolRecords {

    /** Size of the kept part of a record. The hostlists of 10,000 nodes with completely different names are smaller. */
    static final int MAX_RECORD_BYTES = 1 << 20;

    private static final int MAX_DIGITS = 18;

    private static final String ID = "JobId=";
    private static final String ARRAY_LIMIT = " ArrayTaskThrottle=";
    private static final String NAME = " JobName=";
    /** The minimum and the maximum number of nodes, or a list such as {@code 2,5}, before the number of CPUs. */
    private static final Pattern NODES =
            Pattern.compile(" NumNodes=(\\d{1,10}(?:[-,:\\d]{0,200}[-,](\\d{1,10})(?::\\d{1,10})?)?) NumCPUs=");

    /** Before {@code CPU=}, {@code Node=} or, for memory per GPU, {@code TRES=}. */
    private static final String MEMORY = " MinMemory";

    private static final String PER_CPU = "CPU=";
    private static final String MINIMUM_TIME = " TimeMin=";
    private static final String SEGMENT = " SegmentSize=";
    private static final String SWITCHES = " Switches=";

    private final BiConsumer<Long, ShownRequest> listener;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder record = new StringBuilder();
    private int count;

    /**
     * @param listener receives the requests by JobId, in the order of the output
     */
    ScontrolRecords(BiConsumer<Long, ShownRequest> listener) {
        this.listener = listener;
    }

    /**
     * Returns the request of one job; empty if the output has no complete request.
     *
     * @param output output of a call that shows only this job, or only the tasks of this array
     */
    static Optional<ShownRequest> ofOne(long id, String output) {
        String begin = ID + id + " ";
        int at = output.startsWith(begin) ? 0 : output.indexOf("\n" + begin) + 1;
        String text = output.substring(at);
        return text.startsWith(begin) ? request(text) : Optional.empty();
    }

    void feed(byte[] bytes, int length) {
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n') {
                add(bytes, from, i + 1);
                endLine();
                from = i + 1;
            }
        }
        add(bytes, from, length);
    }

    void end() {
        endLine();
        endRecord();
    }

    int count() {
        return count;
    }

    private void add(byte[] bytes, int from, int to) {
        line.write(bytes, from, Math.min(to - from, MAX_RECORD_BYTES - line.size()));
    }

    private void endLine() {
        String text = line.toString(StandardCharsets.ISO_8859_1);
        line.reset();
        if (text.startsWith(ID)) {
            endRecord();
        }
        record.append(text, 0, Math.min(text.length(), MAX_RECORD_BYTES - record.length()));
    }

    private void endRecord() {
        String text = record.toString();
        record.setLength(0);
        if (text.startsWith(ID)) {
            count++;
            number(text, ID.length()).ifPresent(id -> request(text).ifPresent(request -> listener.accept(id, request)));
        }
    }

    /**
     * Returns the request of the record. A job's name can look like a request. In this case, the user could also have
     * submitted the job with this request.
     */
    private static Optional<ShownRequest> request(String text) {
        int name = text.indexOf(NAME);
        Matcher nodes = NODES.matcher(text);
        int memory = name >= 0 && nodes.find(name) ? text.indexOf(MEMORY, nodes.end()) : -1;
        if (memory < 0) {
            return Optional.empty();
        }
        boolean list = nodes.group(1).indexOf(',') >= 0 || nodes.group(1).indexOf(':') >= 0;
        return Optional.of(new ShownRequest(
                Optional.ofNullable(nodes.group(2)).map(Long::valueOf).orElse(0L),
                list ? nodes.group(1) : "",
                minimumTime(text, nodes.start()),
                text.startsWith(PER_CPU, memory + MEMORY.length()),
                last(text, SEGMENT),
                last(text, SWITCHES),
                arrayLimit(text)));
    }

    /** Returns the minimum time limit, which scontrol shows after the job's name and before the nodes. */
    private static String minimumTime(String text, int to) {
        int at = text.lastIndexOf(MINIMUM_TIME, to);
        int from = at + MINIMUM_TIME.length();
        return at < text.indexOf(NAME) ? "" : text.substring(from, text.indexOf(' ', from));
    }

    /** Returns a number at the end of the record, after the texts that a user writes. */
    private static long last(String text, String name) {
        int at = text.lastIndexOf(name);
        return at < 0 ? 0 : number(text, at + name.length()).orElse(0L);
    }

    private static long arrayLimit(String text) {
        int at = text.substring(0, text.indexOf(NAME)).indexOf(ARRAY_LIMIT);
        return at < 0 ? 0 : number(text, at + ARRAY_LIMIT.length()).orElse(0L);
    }

    private static Optional<Long> number(String text, int from) {
        int end = from;
        while (end < text.length() && end - from < MAX_DIGITS && GpuCounts.isDigit(text.charAt(end))) {
            end++;
        }
        return end == from ? Optional.empty() : Optional.of(Long.parseLong(text, from, end, 10));
    }
}
