package dev.sluice.exporter.api;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.api.JobSearch.JobList;
import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
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

    private static final JobList MANY_BY_ID = new JobList(MANY, job -> true, BY_ID, false);

    @ParameterizedTest
    @CsvSource({
        "0, 1, 100",
        "100, 101, 200",
        "19900, 19901, 20000",
        "19950, 19951, 20050",
        "20000, 20001, 20100",
        "45000, 45001, 45100",
        "49950, 49951, 50000"
    })
    void continuesAtAnyDepth(int offset, long first, long last) {
        List<Job> page = jobs(MANY_BY_ID, offset);

        assertThat(page.get(0).id()).isEqualTo(first);
        assertThat(page.get(page.size() - 1).id()).isEqualTo(last);
        assertThat(page).hasSize((int) (last - first + 1));
    }

    @ParameterizedTest
    @CsvSource({"50000", "60000", "190000"})
    void isEmptyAfterTheEnd(int offset) {
        assertThat(jobs(MANY_BY_ID, offset)).isEmpty();
        assertThat(MANY_BY_ID.records).isEqualTo(50_000);
    }

    @Test
    void foldsOnlyOnRequest() {
        List<Job> array = List.of(
                job(3).array(9, 1, 0).runningOn("n1").build(),
                job(2).array(9, 1, 0).runningOn("n2").build(),
                job(4).array(8, 1, 0).runningOn("n2").build());

        JobList each = new JobList(array, job -> true, BY_ID, false);
        JobList folded = new JobList(array, job -> true, BY_ID, true);

        assertThat(jobs(each, 0)).extracting(Job::id).containsExactly(2L, 3L, 4L);
        assertThat(jobs(folded, 0)).extracting(Job::id).containsExactly(2L, 4L);
        assertThat(folded.page(0, 10)).extracting(JobList.Row::tasks).containsExactly(2L, 1L);
        assertThat(folded.rows()).isEqualTo(2);
        assertThat(folded.records).isEqualTo(3);
    }

    private static List<Job> jobs(JobList list, int offset) {
        return list.page(offset, 100).stream().map(JobList.Row::job).toList();
    }
}
