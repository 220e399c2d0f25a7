package dev.sluice.exporter.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextTest {

    private static final String DOCUMENT = """
            {"at": "2026-11-24T14:19:09.762968526Z", "age": 1.504, "state": "node_fail", "memory": 2147483648,
             "gpus": [{"count": 2}, {"count": 3}], "limit": 183845, "names": ["a", "b"], "none": [], "more": 5, "zero": 0,
             "inner": {"name": "{age}", "twin": "node_fail"}, "states": {"running": 2, "node_fail": 1},
             "rows": [{"a": "long name", "b": 1}, {"a": "x\\ty"}, {"a": "z"}]}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "{at:time}, {age:whole} s ago       ! 2026-11-24T14:19:09Z, 1 s ago",
                "{state:words} [for {age:whole} s]  ! node fail for 1 s",
                "{state:words}[, owner {owner}]     ! node fail",
                "{memory:mib}, {gpus:sum} GPUs      ! 2048 MiB, 5 GPUs",
                "{limit:clock} {limit:span}         ! 2-03:04:05 2 days",
                "{names}; <names|, |{}>             ! a,b; a, b",
                "<gpus| + |{count}>                 ! 2 + 3",
                "{more-names} more                  ! 3 more",
                "{states:counts}, {states:whole}    ! 2 running, 1 node fail, 3",
                "{inner/name}                       ! {age}"
            })
    void fillsALineWithTheMembersOfTheDocument(String template, String text) throws Exception {
        assertThat(render(template)).isEqualTo(text + "\n");
    }

    @ParameterizedTest
    @CsvSource({"owner {owner}", "{names-gpus} more", "{zero:memory}"})
    void leavesOutALineWithoutItsMember(String template) throws Exception {
        assertThat(render(template)).isEmpty();
    }

    @Test
    void repeatsABlockForEachElement() throws Exception {
        assertThat(render("{#gpus}", "{#!count=2}", "GPUs {count}", "{/}", "{/}", "{#names}", "- {}", "{/}"))
                .isEqualTo("GPUs 3\n- a\n- b\n");
    }

    @ParameterizedTest
    @CsvSource({"#state,x", "#!none,x", "#state=node_fail,x", "#none,''", "#owner,''", "#!state,''", "#state=down,''"})
    void rendersABlockUnderItsCondition(String condition, String text) throws Exception {
        assertThat(render("{" + condition + "}", "x", "{/}").strip()).isEqualTo(text);
    }

    @Test
    void comparesWithTheDocumentAroundAnElement() throws Exception {
        assertThat(render("{#inner}", "{#twin=../state}", "equal", "{/}", "{#../more}", "{name}", "{/}", "{/}"))
                .isEqualTo("equal\n{age}\n");
    }

    @Test
    void alignsAllColumnsButTheLast() throws Exception {
        assertThat(render("{table rows 2}", "  A {a}", "  B {b}", "{/}", "{table none}", "  A {a}", "{/}"))
                .isEqualTo("  A          B\n  long name  1\n  x y\n  ... and 1 more\n");
    }

    private static String render(String... template) throws Exception {
        return PlainText.render(List.of(template), new ObjectMapper().readTree(DOCUMENT));
    }
}
