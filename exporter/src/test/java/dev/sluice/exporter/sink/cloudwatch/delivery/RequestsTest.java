package dev.sluice.exporter.sink.cloudwatch.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.sink.cloudwatch.rollup.Datum;
import dev.sluice.exporter.sink.cloudwatch.rollup.Dimension;
import dev.sluice.exporter.sink.cloudwatch.rollup.SeriesKey;
import dev.sluice.exporter.sink.cloudwatch.rollup.Unit;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestsTest {

    @Test
    void cutsByNumber() {
        List<Datum> data = SampleData.numbered(2_001);

        List<List<Datum>> requests = Requests.of(data);

        assertThat(requests).extracting(List::size).containsExactly(1_000, 1_000, 1);
        assertThat(requests.stream().flatMap(List::stream)).containsExactlyElementsOf(data);
        assertThat(Requests.of(List.of())).isEmpty();
    }

    @Test
    void cutsBySize() {
        List<Dimension> dimensions = IntStream.range(0, 30)
                .mapToObj(i -> new Dimension("Dimension" + i, "x".repeat(1_000)))
                .toList();
        List<Datum> data = IntStream.range(0, 100)
                .mapToObj(i -> new Datum(new SeriesKey("m" + i, dimensions), Unit.COUNT, new Datum.Single(i)))
                .toList();

        List<List<Datum>> requests = Requests.of(data);

        assertThat(requests).hasSize(4).allMatch(request -> Requests.bytes(request) <= 900_000);
        assertThat(requests.stream().flatMap(List::stream)).containsExactlyElementsOf(data);
    }
}
