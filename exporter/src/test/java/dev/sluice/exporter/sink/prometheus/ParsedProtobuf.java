package dev.sluice.exporter.sink.prometheus;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import dev.sluice.exporter.sink.prometheus.ParsedExposition.Family;
import dev.sluice.exporter.sink.prometheus.ParsedExposition.Series;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An exposition in the protobuf format. Google's library reads the exposition, with the field numbers from
 * metrics.proto in github.com/prometheus/client_model.
 *
 * @param asText the equivalent text exposition
 * @param nativeHistograms native histograms by family and labels
 */
public record ParsedProtobuf(ParsedExposition asText, Map<Series, NativeHistogram> nativeHistograms) {

    private static final List<String> TYPES = List.of("counter", "gauge", "summary", "untyped", "histogram");

    /**
     * The data that the text formats lack.
     *
     * @param buckets number of values by the index of the bucket, without empty buckets
     * @param spans offset and length of each span
     * @param deltas deltas of all buckets in the spans
     */
    record NativeHistogram(
            long schema,
            double zeroThreshold,
            long zeros,
            Map<Integer, Long> buckets,
            List<List<Long>> spans,
            List<Long> deltas) {}

    public static ParsedProtobuf parse(byte[] exposition) {
        var parsed = new ParsedProtobuf(new ParsedExposition(new LinkedHashMap<>(), false), new HashMap<>());
        var in = new ByteArrayInputStream(exposition);
        try {
            while (in.available() > 0) {
                UnknownFieldSet.Builder message = UnknownFieldSet.newBuilder();
                if (!message.mergeDelimitedFrom(in)) {
                    throw new AssertionError("a message is cut off");
                }
                parsed.family(message.build());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return parsed;
    }

    private void family(UnknownFieldSet message) throws IOException {
        only(message, 1, 2, 3, 4);
        String name = text(message, 1);
        String type = TYPES.get((int) number(message, 3));
        Map<Series, Double> samples = new HashMap<>();
        Map<String, String> metadata = new HashMap<>(Map.of("HELP", text(message, 2), "TYPE", type));
        if (asText.families().put(name, new Family(metadata, samples)) != null) {
            throw new AssertionError("family twice: " + name);
        }
        for (ByteString metric : message.getField(4).getLengthDelimitedList()) {
            metric(name, type, UnknownFieldSet.parseFrom(metric), samples);
        }
    }

    private void metric(String name, String type, UnknownFieldSet metric, Map<Series, Double> samples)
            throws IOException {
        Map<String, String> labels = new TreeMap<>();
        for (ByteString pair : metric.getField(1).getLengthDelimitedList()) {
            UnknownFieldSet label = UnknownFieldSet.parseFrom(pair);
            only(label, 1, 2);
            if (labels.put(text(label, 1), text(label, 2)) != null) {
                throw new AssertionError("label twice in " + name);
            }
        }
        int field = switch (type) {
            case "gauge" -> 2;
            case "counter" -> 3;
            case "histogram" -> 7;
            default -> throw new AssertionError(name + " is a " + type);
        };
        only(metric, 1, field);
        UnknownFieldSet value = message(metric, field);
        if (field == 7) {
            histogram(name, labels, value, samples);
        } else {
            only(value, 1);
            put(samples, new Series(name, labels), real(value, 1));
        }
    }

    private void histogram(
            String name, Map<String, String> labels, UnknownFieldSet histogram, Map<Series, Double> samples)
            throws IOException {
        only(histogram, 1, 2, 3, 5, 6, 7, 12, 13);
        put(samples, new Series(name + "_count", labels), number(histogram, 1));
        put(samples, new Series(name + "_sum", labels), real(histogram, 2));
        for (ByteString each : histogram.getField(3).getLengthDelimitedList()) {
            UnknownFieldSet bucket = UnknownFieldSet.parseFrom(each);
            only(bucket, 1, 2);
            Map<String, String> bounded = new TreeMap<>(labels);
            double bound = real(bucket, 2);
            bounded.put("le", bound == Double.POSITIVE_INFINITY ? "+Inf" : Double.toString(bound));
            put(samples, new Series(name + "_bucket", bounded), number(bucket, 1));
        }
        if (histogram.hasField(5)) {
            nativeHistograms.put(new Series(name, labels), nativeHistogram(histogram));
        }
    }

    private static NativeHistogram nativeHistogram(UnknownFieldSet histogram) throws IOException {
        Map<Integer, Long> buckets = new TreeMap<>();
        List<List<Long>> spans = new ArrayList<>();
        List<Long> deltas = histogram.getField(13).getVarintList().stream()
                .map(ParsedProtobuf::zigzag)
                .toList();
        long index = 0;
        long count = 0;
        int at = 0;
        for (ByteString each : histogram.getField(12).getLengthDelimitedList()) {
            UnknownFieldSet span = UnknownFieldSet.parseFrom(each);
            only(span, 1, 2);
            long offset = zigzag(number(span, 1));
            spans.add(List.of(offset, number(span, 2)));
            index += offset;
            for (long i = number(span, 2); i > 0; i--) {
                count += deltas.get(at++);
                if (count > 0) {
                    buckets.put((int) index, count);
                }
                index++;
            }
        }
        if (at != deltas.size()) {
            throw new AssertionError("there are more buckets than the spans have");
        }
        return new NativeHistogram(
                zigzag(number(histogram, 5)), real(histogram, 6), number(histogram, 7), buckets, spans, deltas);
    }

    private static void put(Map<Series, Double> samples, Series series, double value) {
        if (samples.put(series, value + 0.0) != null) {
            throw new AssertionError("series twice: " + series);
        }
    }

    private static void only(UnknownFieldSet message, Integer... fields) {
        if (!List.of(fields).containsAll(message.asMap().keySet())) {
            throw new AssertionError("unexpected fields in " + message);
        }
    }

    private static String text(UnknownFieldSet message, int field) {
        return single(message.getField(field).getLengthDelimitedList()).toStringUtf8();
    }

    private static UnknownFieldSet message(UnknownFieldSet message, int field) throws InvalidProtocolBufferException {
        return UnknownFieldSet.parseFrom(single(message.getField(field).getLengthDelimitedList()));
    }

    private static long number(UnknownFieldSet message, int field) {
        return single(message.getField(field).getVarintList());
    }

    private static double real(UnknownFieldSet message, int field) {
        return Double.longBitsToDouble(single(message.getField(field).getFixed64List()));
    }

    private static long zigzag(long value) {
        return value % 2 == 0 ? value / 2 : -(value / 2) - 1;
    }

    private static <T> T single(List<T> values) {
        if (values.size() != 1) {
            throw new AssertionError("not one value: " + values);
        }
        return values.get(0);
    }
}
