package dev.sluice.exporter.model.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobArrayTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''              | 1",
                "7               | 1",
                "0               | 1",
                "0-0             | 1",
                "4-9%4           | 6",
                "1-5000%100      | 5000",
                "2-198:2         | 99",
                "0-10:3          | 4",
                "2-198:2%5       | 99",
                "1-5,8,11-20,40  | 17",
                "0-4000000       | 4000001",
            })
    void countsTasks(String text, long count) {
        assertThat(JobArray.parse(0, text, 0)).isEqualTo(new JobArray(0, count, false, 0));
    }

    /**
     * Tests task lists that are truncated at each position. The guaranteed number of tasks must equal the number of
     * tasks in the shortest possible complete list.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,4,9,16,2... | 5 | the 2 of 25 or of 2xx-3xx",
                "1,4,9,16,25... | 5 | 25 or the start of 25-30",
                "1,4,9,16,... | 5 | a comma comes with a number",
                "1,4,9,16-... | 5 | a dash ends beyond its start: 16-17",
                "1,4,9,16-2... | 8 | 16-20",
                "1,4,9,16-25... | 13 | 16-25",
                "1,4,9,16-1... | 5 | 16-17",
                "100-2... | 101 | 100-200",
                "... | 1 | a record has a task",
                "1,4,9,16,2...%10 | 5 | with a limit",
                "1,4,9,16,25,27,36,49,64,81,100,121,144,169,196,218,225,228,2... | 19 | captured",
            })
    void countsWhatIsCertainOfCutLists(String text, long count, String why) {
        assertThat(JobArray.parse(0, text, 0)).as(why).isEqualTo(new JobArray(0, count, true, 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,x,3           | 2",
                "1,,3            | 2",
                "1-5,9-2         | 5",
                "1-5,a-b,7-,-3   | 5",
                "1-9:0,4         | 1",
                "1-9:2x,4        | 1",
                "1-9:,4          | 1",
                "1-5,123456789012345678901234567890 | 5",
                "1-5,2-x...      | 5",
            })
    void countsTheReadablePartOfMalformedLists(String text, long count) {
        assertThat(JobArray.parse(0, text, 0)).isEqualTo(new JobArray(0, count, true, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "(null)", "N/A", "%5", ",", "-", "0x1F", "1-x"})
    void holdsUnreadableListsForOneTaskAtLeast(String text) {
        assertThat(JobArray.parse(0, text, 0)).isEqualTo(new JobArray(0, 1, true, 0));
    }
}
