package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.RpcHistory.Count;
import dev.sluice.exporter.model.cluster.Diag;
import dev.sluice.exporter.model.cluster.Diag.RpcCount;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiagHistoryTest {

    private final DiagHistory history = new DiagHistory(2, 1);

    /** @param since a time; missing if {@code -} */
    private static Diag diag(String since, double cycles, double backfilled, RpcCount... types) {
        Map<String, Double> numbers = new HashMap<>(Map.of(Diag.MAIN_CYCLES, cycles, Diag.BACKFILLED_JOBS, backfilled));
        if (!since.equals("-")) {
            numbers.put(Diag.SINCE, Double.valueOf(since));
        }
        return new Diag(numbers, List.of(types), List.of());
    }

    private static RpcCount rpc(String name, long count) {
        return new RpcCount(name, count, 10 * count, 0, 0);
    }

    /**
     * Each poll is {@code since cycles backfilled}. slurmctld does not reset the number of backfilled jobs at midnight.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            the past does not count             | 100 700 30                      |  0 0
            a daily reset                       | 100 700 30, 100 710 31, 200 4 33 | 14 3
            a reset with a count above the last | 100 5 0, 200 9 0                |  9 0
            a restart                           | 100 5 40, 300 2 1               |  2 1
            the time is missing once            | 100 5 40, - 7 41, 100 9 42      |  4 2
            """)
    void countsNumbersOverResets(String meaning, String polls, String expected) {
        Map<String, Long> totals = Map.of();
        for (String poll : polls.split(", ", -1)) {
            String[] numbers = poll.split(" ", -1);
            totals = history.observe(diag(numbers[0], Double.parseDouble(numbers[1]), Double.parseDouble(numbers[2])))
                    .numbers();
        }
        assertThat(totals.get(Diag.MAIN_CYCLES) + " " + totals.get(Diag.BACKFILLED_JOBS))
                .as(meaning)
                .isEqualTo(expected);
    }

    /** Each poll is {@code since} and the counts by message type. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            midnight is no reset of requests     | 100 A=50, 200 A=53                                | A=3
            most requests fell at a new time     | 100 A=50 B=2, 130 A=1 B=1                         | A=1 B=1
            one response says less               | 100 A=50 B=200, 100 A=1 B=201, 100 A=54 B=203     | A=4 B=3
            a name is missing in one poll        | 100 A=50 B=200, 100 B=201, 100 A=51 B=202         | A=1 B=2
            a name is missing at midnight        | 100 A=50 B=200, 200 B=201, 200 A=51 B=202         | A=1 B=2
            the largest names have counters      | 100 A=1 B=5 C=3, 100 A=101 B=5 C=3                | B=0 C=0 other=100
            a new name counts from 0             | 100, 100 A=7                                      | A=7
            """)
    void countsRequestsByType(String meaning, String polls, String expected) {
        Map<String, Count> totals = Map.of();
        for (String poll : polls.split(", ", -1)) {
            String[] words = poll.split(" ", 2);
            RpcCount[] types = counts(words.length == 1 ? "" : words[1])
                    .map(type -> rpc(type[0], Long.parseLong(type[1])))
                    .toArray(RpcCount[]::new);
            totals = history.observe(diag(words[0], 0, 0, types)).byType();
        }
        assertThat(totals).as(meaning).isEqualTo(counts(expected).collect(Collectors.toMap(type -> type[0], type -> {
            long count = Long.parseLong(type[1]);
            return new Count(count, 10 * count, 0);
        })));
    }

    private static Stream<String[]> counts(String text) {
        return Arrays.stream(text.split(" ", -1))
                .filter(count -> !count.isEmpty())
                .map(count -> count.split("=", -1));
    }

    /** slurmdbd counts from zero after each start. By the next poll, the new count can already exceed the old count. */
    @Test
    void countsWhatADaemonHasCountedSinceItsStart() {
        RpcHistory rollups = new RpcHistory(3);
        rollups.observe(List.of(rpc("hourly", 1), rpc("daily", 4)), 100);

        assertThat(rollups.observe(List.of(rpc("hourly", 1), rpc("daily", 0)), 200))
                .isEqualTo(Map.of("hourly", new Count(1, 10, 0), "daily", new Count(0, 0, 0)));
    }
}
