package dev.sluice.exporter.api.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextTest {

    private final ObjectMapper json = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{at:time}, {age:whole} s ago       | 2026-11-24T14:19:09Z, 1 s ago",
                "{state:words} [for {age:whole} s]  | node fail for 1 s",
                "{state:words}[, owner {owner}]     | node fail",
                "{memory:mib}, {gpus:sum} GPUs      | 2048 MiB, 5 GPUs",
                "{limit:clock} {limit:span}         | 2-03:04:05 2 days",
                "{names}; {names:list}              | a,b; a, b",
                "{inner/name}                       | {age}"
            })
    void fillsATemplateWithTheMembersOfAnObject(String template, String text) throws Exception {
        assertThat(PlainText.fill(object(), template)).contains(text);
    }

    @Test
    void leavesOutALineWhoseMemberIsMissing() throws Exception {
        PlainText out = new PlainText();

        out.lines(object(), "owner {owner}", "state {state}");

        assertThat(out).hasToString("state node_fail\n");
    }

    @Test
    void alignsAllColumnsButTheLast() throws Exception {
        PlainText out = new PlainText();

        out.table("  ", json.readTree("[{\"a\": \"long name\", \"b\": 1}, {\"a\": \"x\\ty\"}]"), "A {a}", "B {b}");

        assertThat(out).hasToString("  A          B\n  long name  1\n  x y\n");
    }

    private JsonNode object() throws Exception {
        return json.readTree("""
                {"at": "2026-11-24T14:19:09.762968526Z", "age": 1.504, "state": "node_fail", "memory": 2147483648,
                 "gpus": [{"count": 2}, {"count": 3}], "limit": 183845, "names": ["a", "b"],
                 "inner": {"name": "{age}"}}
                """);
    }
}
