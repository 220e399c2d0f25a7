package dev.sluice.exporter.sink.prometheus;

import dev.sluice.common.protobuf.ProtobufWriter;
import dev.sluice.exporter.model.Buckets;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.NativeBuckets;

/**
 * Writes the {@code metric} fields of a {@code MetricFamily} in Prometheus' protobuf format
 * (github.com/prometheus/client_model, metrics.proto), one message per sample or histogram. Only this format contains
 * native buckets. This format also contains the classic buckets.
 */
final class SampleMessages implements SampleWriter {

    /** Fields of {@code MetricFamily}. */
    private static final int METRIC = 4;
    /** Fields of {@code Metric}. */
    private static final int LABEL = 1;

    private static final int GAUGE = 2;
    private static final int COUNTER = 3;
    private static final int HISTOGRAM = 7;
    /** Fields of {@code LabelPair}. */
    private static final int LABEL_NAME = 1;

    private static final int LABEL_VALUE = 2;
    /** Fields of {@code Gauge} and of {@code Counter}. */
    private static final int VALUE = 1;
    /** Fields of {@code Histogram}. */
    private static final int SAMPLE_COUNT = 1;

    private static final int SAMPLE_SUM = 2;
    private static final int BUCKET = 3;
    private static final int SCHEMA = 5;
    private static final int ZERO_THRESHOLD = 6;
    private static final int ZERO_COUNT = 7;
    private static final int POSITIVE_SPAN = 12;
    private static final int POSITIVE_DELTA = 13;
    /** Fields of {@code Bucket}. */
    private static final int CUMULATIVE_COUNT = 1;

    private static final int UPPER_BOUND = 2;
    /** Fields of {@code BucketSpan}. */
    private static final int OFFSET = 1;

    private static final int LENGTH = 2;

    /** Maximum number of empty buckets within a span. With more empty buckets, a new span needs fewer bytes. */
    private static final int GAP_WITHIN_SPAN = 2;

    private final ProtobufWriter.Output out;
    private final ProtobufWriter metric = new ProtobufWriter();
    private final ProtobufWriter value = new ProtobufWriter();
    private final ProtobufWriter part = new ProtobufWriter();

    SampleMessages(FragmentEncoder out) {
        this.out = out::append;
    }

    @Override
    public void sample(FamilyLayout layout, double number, String... labelValues) {
        labels(layout, labelValues);
        value.clear();
        value.real(VALUE, number);
        int field = switch (layout.family().type()) {
            case COUNTER -> COUNTER;
            case GAUGE, INFO -> GAUGE;
            case HISTOGRAM ->
                throw new IllegalArgumentException(layout.family().name() + " is a histogram, not a number");
        };
        finish(field);
    }

    @Override
    public void histogram(FamilyLayout layout, Histogram histogram, String... labelValues) {
        labels(layout, labelValues);
        value.clear();
        value.number(SAMPLE_COUNT, histogram.count());
        value.real(SAMPLE_SUM, histogram.sum());
        classic(histogram);
        nativeBuckets(histogram.nativeBuckets());
        finish(HISTOGRAM);
    }

    private void labels(FamilyLayout layout, String... labelValues) {
        metric.clear();
        for (int i = 0; i < labelValues.length; i++) {
            if (!labelValues[i].isEmpty()) {
                part.clear();
                part.text(LABEL_NAME, layout.family().labels().get(i));
                part.text(LABEL_VALUE, labelValues[i]);
                metric.message(LABEL, part);
            }
        }
    }

    private void finish(int field) {
        metric.message(field, value);
        part.clear();
        part.message(METRIC, metric);
        part.appendTo(out);
    }

    private void classic(Histogram histogram) {
        Buckets buckets = histogram.buckets();
        for (int i = 0; i < buckets.size(); i++) {
            part.clear();
            part.number(CUMULATIVE_COUNT, histogram.cumulative(i));
            part.real(
                    UPPER_BOUND, i < buckets.size() - 1 ? buckets.upperBounds().get(i) : Double.POSITIVE_INFINITY);
            value.message(BUCKET, part);
        }
    }

    private void nativeBuckets(NativeBuckets buckets) {
        value.signed(SCHEMA, buckets.schema());
        value.real(ZERO_THRESHOLD, buckets.zeroThreshold());
        value.number(ZERO_COUNT, buckets.zeros());
        spans(buckets);
    }

    /**
     * Writes the spans and the counts. Each span has its distance to the previous span. Each count is the difference
     * from the previous count.
     */
    private void spans(NativeBuckets buckets) {
        long before = 0;
        int at = 0;
        int spanEnd = -buckets.first();
        while (at < buckets.size()) {
            int length = spanAt(buckets, at);
            part.clear();
            part.signed(OFFSET, at - spanEnd);
            part.number(LENGTH, length);
            value.message(POSITIVE_SPAN, part);
            spanEnd = at + length;
            at = nextHit(buckets, spanEnd);
        }
        at = 0;
        while (at < buckets.size()) {
            int end = at + spanAt(buckets, at);
            for (int i = at; i < end; i++) {
                value.signed(POSITIVE_DELTA, buckets.count(i) - before);
                before = buckets.count(i);
            }
            at = nextHit(buckets, end);
        }
    }

    /** Returns the length of the span that begins at {@code start}. */
    private static int spanAt(NativeBuckets buckets, int start) {
        int end = start + 1;
        int next = nextHit(buckets, end);
        while (next < buckets.size() && next - end <= GAP_WITHIN_SPAN) {
            end = next + 1;
            next = nextHit(buckets, end);
        }
        return end - start;
    }

    private static int nextHit(NativeBuckets buckets, int from) {
        int at = from;
        while (at < buckets.size() && buckets.count(at) == 0) {
            at++;
        }
        return at;
    }
}
