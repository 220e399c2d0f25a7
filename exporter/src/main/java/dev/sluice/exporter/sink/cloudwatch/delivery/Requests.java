package dev.sluice.exporter.sink.cloudwatch.delivery;

import dev.sluice.exporter.sink.cloudwatch.rollup.CloudWatchLimits;
import dev.sluice.exporter.sink.cloudwatch.rollup.Datum;
import dev.sluice.exporter.sink.cloudwatch.rollup.Dimension;
import java.util.ArrayList;
import java.util.List;

/** Splits data into requests. Each request is within CloudWatch's limits for the number of metrics and the size. */
public final class Requests {

    /**
     * Maximum estimated size of a request. CloudWatch accepts 1 MB; the difference is a margin for errors of the
     * estimate.
     */
    private static final int MAX_BYTES = 900_000;

    private static final int REQUEST = 200;
    /** Estimated bytes of each datum for member names, timestamp, unit and framing. */
    private static final int DATUM = 110;

    private static final int DIMENSION = 20;
    private static final int NUMBER = 9;
    private static final int TEXT = 5;

    private Requests() {}

    /** Returns the requests in the order of the data. */
    public static List<List<Datum>> of(List<Datum> data) {
        List<List<Datum>> requests = new ArrayList<>();
        List<Datum> current = new ArrayList<>();
        int bytes = REQUEST;
        for (Datum datum : data) {
            int more = bytes(datum);
            if (!current.isEmpty() && (current.size() == CloudWatchLimits.MAX_METRICS || bytes + more > MAX_BYTES)) {
                requests.add(List.copyOf(current));
                current.clear();
                bytes = REQUEST;
            }
            current.add(datum);
            bytes += more;
        }
        if (!current.isEmpty()) {
            requests.add(List.copyOf(current));
        }
        return requests;
    }

    /** Returns an upper bound of a request's size in bytes, before compression. */
    public static int bytes(List<Datum> data) {
        return REQUEST + data.stream().mapToInt(Requests::bytes).sum();
    }

    /** Counts one byte per character, because all texts are ASCII. */
    private static int bytes(Datum datum) {
        int bytes = DATUM + TEXT + datum.key().name().length();
        for (Dimension dimension : datum.key().dimensions()) {
            bytes += DIMENSION
                    + 2 * TEXT
                    + dimension.name().length()
                    + dimension.value().length();
        }
        if (datum.content() instanceof Datum.Several several) {
            bytes += 2 * NUMBER * several.values().size();
        }
        return bytes + NUMBER;
    }
}
