package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.slurm.decode.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class MemberFilterTest {

    private static final int MUTATIONS = 100_000;
    private static final JsonFormat FORMAT = new JsonFormat("JSON", 50, 1 << 20, 1_000, true);

    /** Refuses what slurmrestd's reader refuses, and repeated members. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Set<String> NUMBERS = Set.of("cpus", "return_code", "priority");

    private static final WantedMembers<String> WANTED = wanted();

    private static WantedMembers<String> wanted() {
        WantedMembers<String> wanted = new WantedMembers<>();
        for (String path : List.of("job_id", "name", "flags", "cpus", "priority", "exit_code.return_code")) {
            List<String> names = List.of(path.split("[.]"));
            wanted.with(names.get(names.size() - 1), names);
        }
        return wanted;
    }

    private static final int NEVER_LONG = Integer.MAX_VALUE;

    private static MemberFilter filter(int longFrom) {
        return new MemberFilter("jobs", WANTED, NUMBERS::contains, new NoChanges(), FORMAT, longFrom);
    }

    /** Receives no record, so that each record is kept. */
    private static final class NoChanges implements RecordChanges<String> {

        @Override
        public boolean possible() {
            return false;
        }

        @Override
        public void field(String field) {}

        @Override
        public void list() {}

        @Override
        public void text(char[] text, int length) {}

        @Override
        public void number(long value) {}

        @Override
        public void flag(boolean value) {}

        @Override
        public void endRecord() {}
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    {"jobs":[{"job_id":1,"x":2,"name":"a"}]}            | {"jobs":[{"job_id":1,"name":"a"}]}
                    {"jobs":[{"x":2,"job_id":1}]}                       | {"jobs":[{"job_id":1}]}
                    {"jobs":[{"x":2},{"x":{"job_id":3}}]}               | {"jobs":[{},{}]}
                    {"jobs":[{"x":"a\\"}","y":["]",{}],"job_id":1}]}    | {"jobs":[{"job_id":1}]}
                    {"jobs":[{"flags":["x",{"y":1}],"x":1}]}            | {"jobs":[{"flags":["x",{"y":1}]}]}
                    {"jobs":[{"exit_code":{"x":1,"return_code":2}}]}    | {"jobs":[{"exit_code":{"return_code":2}}]}
                    {"jobs":[{"exit_code":[{"x":1}]}]}                  | {"jobs":[{"exit_code":[{"x":1}]}]}
                    {"jobs":[[{"x":1}],5,"x",null,{"x":1}]}             | {"jobs":[[{"x":1}],5,"x",null,{}]}
                    {"meta":{"x":1},"jobs":[],"y":[1,{"x":1}]}          | {"meta":{"x":1},"jobs":[],"y":[1,{"x":1}]}
                    {"jobs":{"x":1}}                                    | {"jobs":{"x":1}}
                    {"x":{"jobs":[{"x":1}]}}                            | {"x":{"jobs":[{"x":1}]}}
                    {"jobs":[{"\\u006eame":"a","\\u0078":1}]}           | {"jobs":[{"\\u006eame":"a","\\u0078":1}]}
                    [{"x":1}]                                           | [{"x":1}]
                    """)
    void keepsWantedMembersOfRecordsAndEverythingElse(String document, String kept)
            throws IOException, UndecodableJson {
        for (int part = 1; part <= document.length(); part++) {
            assertThat(filtered(document.getBytes(UTF_8), part)).isEqualTo(kept);
        }
    }

    /** A part has 4 bytes, and a value is long if its end is missing after 8 or more bytes. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    {"jobs":[{"x":"abcdefgh"},{"x":1}]}             | {"jobs":[{"x":"abcdefgh"},{}]}
                    {"jobs":[{"x":1},{"x":"]\\"},{]}abcdefghij"} , {"x":1}]}   | {"jobs":[{},{"x":"]\\"},{]}abcdefghij"} ,{}]}
                    {"jobs":[{"x":1},{"x":"abcdefghijklmnop\\\\"},{"x":1}]}     | {"jobs":[{},{"x":"abcdefghijklmnop\\\\"},{}]}
                    {"jobs":[[[1],"abcdefgh",[2]],{"x":1}]}         | {"jobs":[[[1],"abcdefgh",[2]],{}]}
                    {"jobs":[1234567890123,{"x":1}]}                | {"jobs":[1234567890123,{}]}
                    {"e":[{},"],}abcd"],"jobs":[{"x":1}]}           | {"e":[{},"],}abcd"],"jobs":[{}]}
                    {"abcdefghijkl" : "x" ,"jobs":[{"x":1}]}        | {"abcdefghijkl" : "x" ,"jobs":[{}]}
                    {"e":12345678901234,"jobs":[{"x":1}]}           | {"e":12345678901234,"jobs":[{}]}
                    {"jobs":[{"x":1}],"abcdefghijkl":[{"x":1}]}     | {"jobs":[{}],"abcdefghijkl":[{"x":1}]}
                    """)
    void keepsALongValueAndFiltersTheNext(String document, String kept) throws IOException, UndecodableJson {
        assertThat(new String(bytes(document.getBytes(UTF_8), 4, 8), UTF_8)).isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    {"set":true,"infinite":false,"number":12}                  | 12
                    { "set": true,\t"infinite":  false, "number": 12 }         | 12
                    {"set":false,"infinite":false,"number":0}                  | null
                    {"set":false,"infinite":true,"number":0}                   | null
                    {"set":true,"infinite":true,"number":7}                    | null
                    {"set":true,"infinite":false,"number":-1}                  | {"set":true,"infinite":false,"number":-1}
                    {"set":true,"infinite":false,"number":1.5}                 | {"set":true,"infinite":false,"number":1.5}
                    {"set":true,"infinite":false,"number":1e3}                 | {"set":true,"infinite":false,"number":1e3}
                    {"set":true,"infinite":false}                              | {"set":true,"infinite":false}
                    {"infinite":false,"set":true,"number":1}                   | {"infinite":false,"set":true,"number":1}
                    {"set":true,"infinite":false,"number":1,"x":2}             | {"set":true,"infinite":false,"number":1,"x":2}
                    {"set":1,"infinite":false,"number":1}                      | {"set":1,"infinite":false,"number":1}
                    {"set":true,"infinite":false,"number":1234567890123456789} | {"set":true,"infinite":false,"number":1234567890123456789}
                    5                                                          | 5
                    """)
    void keepsOnlyTheNumberOfAnObjectOfANumber(String value, String kept) throws IOException, UndecodableJson {
        String document = "{\"jobs\":[{\"cpus\":" + value + ",\"name\":\"a\"}]}";

        assertThat(filtered(document.getBytes(UTF_8), document.length()))
                .isEqualTo("{\"jobs\":[{\"cpus\":" + kept + ",\"name\":\"a\"}]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01",
                "1.",
                ".5",
                "-",
                "+1",
                "1e",
                "1e+",
                "1.e1",
                "tru",
                "True",
                "nul",
                "truefalse",
                "'a'",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"a\tb\"",
                "[1,]",
                "[,1]",
                "[1 2]",
                "[1}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{,}",
                "{\"a\":1]",
                "{a:1}",
                "{1:1}",
                ":",
                "]",
                "\"\\"
            })
    void refusesAMalformedUnwantedValue(String value) {
        String document = "{\"jobs\":[{\"x\":" + value + ",\"name\":\"a\"}]}";

        for (int part : new int[] {1, 3, document.length()}) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> filtered(document.getBytes(UTF_8), part))
                    .withMessage("malformed");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "10",
                "1.5",
                "-1.25e-7",
                "1E+30",
                "true",
                "false",
                "null",
                "NaN",
                "-Infinity",
                "\"\\\"\\\\\\/\\b\\u00e4\"",
                "\"é\"",
                "[ ]",
                "{ }",
                "[1 , {\"a\" :[]}]"
            })
    void removesAWellFormedUnwantedValue(String value) throws IOException, UndecodableJson {
        byte[] document = ("{\"jobs\":[{\"x\":" + value + ",\"name\":\"a\"}]}").getBytes(UTF_8);

        for (int part = 1; part <= document.length; part++) {
            assertThat(filtered(document, part)).isEqualTo("{\"jobs\":[{\"name\":\"a\"}]}");
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    '', true
                    .5, true
                    e+9, true
                    -, false
                    .5.5, false
                    ., false
                    e5e5, false
                    e, false
                    true, false
                    """)
    void checksTheEndOfALongUnwantedNumber(String end, boolean valid) throws IOException, UndecodableJson {
        String document = "{\"jobs\":[{\"x\":" + "7".repeat(100) + end + ",\"name\":\"a\"}]}";
        byte[] bytes = document.getBytes(UTF_8);
        assertThat(parsed(bytes).isPresent()).isEqualTo(valid);

        for (int part : new int[] {1, 70, bytes.length}) {
            if (valid) {
                assertThat(filtered(bytes, part)).isEqualTo("{\"jobs\":[{\"name\":\"a\"}]}");
            } else {
                assertThatExceptionOfType(IOException.class)
                        .isThrownBy(() -> filtered(bytes, part))
                        .withMessage("malformed");
            }
        }
    }

    @Test
    void namesThePositionOfAnError() throws IOException, UndecodableJson {
        MemberFilter filter = filter(NEVER_LONG);
        byte[] first = "{\"jobs\":[{\"x\":1,".getBytes(UTF_8);
        filter.filter(first, 0, first.length);
        byte[] second = "\"y\":2,,".getBytes(UTF_8);

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> filter.filter(second, 0, second.length));
        assertThat(filter.position(0)).isEqualTo(first.length + 6);
    }

    @Test
    void findsThePositionOfAKeptByte() throws IOException, UndecodableJson {
        MemberFilter filter = filter(NEVER_LONG);
        byte[] document = "{\"jobs\":[{\"unwanted\":\"text\",\"name\":\"a\"}]}".getBytes(UTF_8);
        assertThat(filter.filter(document, 0, document.length)).isEqualTo(document.length);
        KeptBytes kept = filter.kept();
        String text = new String(kept.bytes(), 0, kept.length(), UTF_8);

        assertThat(filter.position(text.indexOf("name"))).isEqualTo(29);
        assertThat(filter.position(text.length() - 1)).isEqualTo(document.length - 1);
    }

    /**
     * Compares with Jackson's reading of the whole document: the filter must keep what is wanted, and refuse what Jackson
     * refuses.
     */
    @Test
    void keepsOfAMutatedRecordWhatJacksonReadsInIt(TestReporter reporter) throws IOException, UndecodableJson {
        JsonNode jobs = Trees.captured("26.05", "v0.0.45", "jobs").get("jobs");
        Random random = new Random(26);
        Map<String, Integer> outcomes = new TreeMap<>();
        for (int i = 0; i < MUTATIONS; i++) {
            ObjectNode root = MAPPER.createObjectNode();
            root.putArray("jobs").add(part(jobs.get(random.nextInt(jobs.size())), random));
            byte[] document = text(root, random.nextBoolean()).getBytes(UTF_8);
            byte[] mutated = MutatedBytes.of(document, random);

            Optional<JsonNode> whole = parsed(mutated).map(MemberFilterTest::onlyWanted);
            Optional<JsonNode> kept = parsedAfterFilter(mutated, random).map(MemberFilterTest::onlyWanted);

            assertThat(kept).as("%d: %s", i, new String(mutated, UTF_8)).isEqualTo(whole);
            outcomes.merge(whole.isPresent() ? "read" : "refused", 1, Integer::sum);
        }
        reporter.publishEntry("mutations", outcomes.toString());

        assertThat(outcomes.values()).hasSize(2).allMatch(count -> count > MUTATIONS / 5);
    }

    /** Writes JSON as slurmrestd does, with or without white space. */
    private static String text(JsonNode root, boolean pretty) {
        return pretty ? root.toPrettyString().replace("\" : ", "\": ") : root.toString();
    }

    /** Returns a record with a random tenth of its members, and the wanted ones. */
    private static ObjectNode part(JsonNode job, Random random) {
        ObjectNode part = MAPPER.createObjectNode();
        job.properties().forEach(member -> {
            if (random.nextInt(10) == 0 || WANTED.member(member.getKey()) != null) {
                part.set(member.getKey(), member.getValue());
            }
        });
        return part;
    }

    private static Optional<JsonNode> parsed(byte[] document) {
        try {
            return Optional.of(MAPPER.readTree(new String(document, UTF_8)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<JsonNode> parsedAfterFilter(byte[] document, Random random) {
        try {
            int longFrom = random.nextBoolean() ? NEVER_LONG : 1 + random.nextInt(document.length);
            return parsed(bytes(document, 1 + random.nextInt(document.length), longFrom));
        } catch (IOException | UndecodableJson e) {
            return Optional.empty();
        }
    }

    /** Removes unwanted members, and replaces objects of numbers. */
    private static JsonNode onlyWanted(JsonNode root) {
        if (root.get("jobs") instanceof ArrayNode jobs) {
            for (JsonNode job : jobs) {
                removeUnwanted(job, WANTED);
            }
        }
        return root;
    }

    private static void removeUnwanted(JsonNode object, WantedMembers<String> wanted) {
        if (!(object instanceof ObjectNode members)) {
            return;
        }
        members.properties().removeIf(member -> wanted.member(member.getKey()) == null);
        members.properties().forEach(member -> {
            if (NUMBERS.contains(member.getKey())) {
                member.setValue(number(member.getValue()));
            } else if (member.getKey().equals("exit_code")) {
                removeUnwanted(member.getValue(), WANTED.at(List.of("exit_code")));
            }
        });
    }

    private static JsonNode number(JsonNode value) {
        boolean number = value.size() == 3
                && value.path("set").isBoolean()
                && value.path("infinite").isBoolean()
                && value.path("number").isIntegralNumber()
                && value.get("number").canConvertToLong()
                && value.get("number").longValue() >= 0;
        if (!number) {
            return value;
        }
        boolean given =
                value.get("set").booleanValue() && !value.get("infinite").booleanValue();
        return given ? value.get("number") : NullNode.instance;
    }

    private static String filtered(byte[] document, int part) throws IOException, UndecodableJson {
        return new String(bytes(document, part, NEVER_LONG), UTF_8);
    }

    /** Filters a document in parts of the given length, each of which is overwritten afterwards. */
    private static byte[] bytes(byte[] document, int part, int longFrom) throws IOException, UndecodableJson {
        MemberFilter filter = filter(longFrom);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int from = 0; from < document.length; from += part) {
            byte[] bytes = Arrays.copyOfRange(document, from, Math.min(document.length, from + part));
            for (int at = 0; at < bytes.length; ) {
                at = filter.filter(bytes, at, bytes.length);
                all.write(filter.kept().bytes(), 0, filter.kept().length());
            }
            Arrays.fill(bytes, (byte) '"');
        }
        boolean ended = false;
        while (!ended) {
            ended = filter.end();
            all.write(filter.kept().bytes(), 0, filter.kept().length());
        }
        return all.toByteArray();
    }
}
