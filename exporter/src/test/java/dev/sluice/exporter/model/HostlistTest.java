package dev.sluice.exporter.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expands hostlists like scontrol show hostnames. */
class HostlistTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpu001 | cpu001",
                "cpu001,big01 | cpu001 big01",
                "cpu[001-003] | cpu001 cpu002 cpu003",
                "gpu-h100-[01,03-04],cpu[09-11] | gpu-h100-01 gpu-h100-03 gpu-h100-04 cpu09 cpu10 cpu11",
                "n[8-11] | n8 n9 n10 n11",
                "n[098-101] | n098 n099 n100 n101",
                "slinky-[0-2] | slinky-0 slinky-1 slinky-2",
                "rack[1-2]-n[01-02] | rack1-n01 rack1-n02 rack2-n01 rack2-n02",
                "n[1-2]x | n1x n2x",
            })
    void expandsWhatSlurmFolds(String text, String expected) {
        assertThat(Hostlist.names(text)).isEqualTo(Arrays.asList(expected.split(" ", -1)));
        assertThat(expected.split(" ", -1)).allMatch(name -> Hostlist.contains(text, name));
    }

    @ParameterizedTest
    @CsvSource({
        "n1, n10",
        "n10, n1",
        "n[8-11], n7",
        "n[8-11], n12",
        "n[8-11], n08",
        "n[098-101], n99",
        "n[1-2]x, n1",
        "n[1-2]x, nx",
        "rack[1-2]-n[01-02], rack1-n03",
        "n[11-12]1, n11",
    })
    void findsNoNameThatAHostlistDoesNotHold(String text, String name) {
        assertThat(Hostlist.contains(text, name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"n[1-", "n[]", "n[a-b]", "n[1-2", "n[-]", "n]1[", "n[1--2]", "n[99999999999999999999]"})
    void takesWhatMakesNoSenseForAName(String text) {
        assertThat(Hostlist.names(text)).containsExactly(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", " , ,"})
    void findsNoNamesInNothing(String text) {
        assertThat(Hostlist.names(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"n[0-999999999999]", "n[0-999]m[0-999]", "a[1-60000],b[1-60000]"})
    void stopsWhereNoClusterIsSoLarge(String text) {
        assertThat(Hostlist.names(text)).hasSize(Hostlist.MAX_NAMES);
    }

    @Test
    void takesANameOfTooManyBracketsForAName() {
        assertThat(Hostlist.names("n" + "[0-1]".repeat(8))).hasSize(256);
        assertThat(Hostlist.names("n" + "[0-1]".repeat(9))).containsExactly("n" + "[0-1]".repeat(9));
        assertThat(Hostlist.names("[1]".repeat(100_000))).hasSize(1);
    }

    @Test
    void stopsAtTheLastNameThatAClusterCanHave() {
        List<String> most = Hostlist.names("n[1-" + Hostlist.MAX_NAMES + "]");

        assertThat(most).hasSize(Hostlist.MAX_NAMES).endsWith("n" + Hostlist.MAX_NAMES);
        assertThat(Hostlist.names("n[1-" + (Hostlist.MAX_NAMES + 1) + "]")).isEqualTo(most);
        assertThat(Hostlist.names("n[1-" + Hostlist.MAX_NAMES + "],m")).isEqualTo(most);
        assertThat(Hostlist.names("m,n[1-" + (Hostlist.MAX_NAMES - 1) + "],l"))
                .hasSize(Hostlist.MAX_NAMES)
                .endsWith("n" + (Hostlist.MAX_NAMES - 1));
    }

    @Test
    void keepsTheOrderOfRanges() {
        assertThat(Hostlist.names("n[3,1-2]")).containsExactly("n3", "n1", "n2");
        assertThat(Hostlist.names("n[5-3]")).containsExactly("n[5-3]");
    }
}
