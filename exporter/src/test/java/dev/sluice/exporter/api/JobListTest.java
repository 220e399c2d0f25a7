package dev.sluice.exporter.api;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.api.JobSearch.JobList;
import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the pages of long lists. */
class JobListTest {

    private static final Comparator<Job> BY_ID = Comparator.comparingLong(Job::id);

    /** Jobs 1 to 50,000, in an order that is not the order of any list. */
    private static final List<Job> MANY = IntStream.range(0, 50_000)
            .mapToObj(index -> job(1 + (int) (index * 7_919L % 50_000)).build())
            .toList();

    private static final JobList MANY_BY_ID = JobList.of(MANY, job -> true, BY_ID, false);

    @ParameterizedTest
    @CsvSource({"1, 1, 100", "2, 101, 200", "200, 19901, 20000", "451, 45001, 45100", "500, 49901, 50000"})
    void continuesAtAnyDepth(int page, long first, long last) {
        assertThat(jobs(MANY_BY_ID, page))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(first, last).boxed().toList());
    }

    @Test
    void isEmptyAfterTheEnd() {
        assertThat(jobs(MANY_BY_ID, 501)).isEmpty();
        assertThat(MANY_BY_ID.records()).isEqualTo(50_000);
    }

    @Test
    void foldsOnlyOnRequest() {
        List<Job> array = List.of(
                job(3).array(9, 1, 0).runningOn("n1").build(),
                job(2).array(9, 1, 0).runningOn("n2").build(),
                job(4).array(8, 1, 0).runningOn("n2").build());

        JobList each = JobList.of(array, job -> true, BY_ID, false);
        JobList folded = JobList.of(array, job -> true, BY_ID, true);

        assertThat(jobs(each, 1)).containsExactly(2L, 3L, 4L);
        assertThat(jobs(folded, 1)).containsExactly(2L, 4L);
        assertThat(folded.rows()).extracting(JobSearch.Row::tasks).containsExactly(2L, 1L);
        assertThat(folded.records()).isEqualTo(3);
    }

    private static List<Long> jobs(JobList list, int page) {
        JobSearch search = new JobSearch(Map.of(), JobSearch.Order.ID, page, 100, false);
        return search.onPage(list.rows()).map(row -> row.job().id()).toList();
    }
}
