package dev.sluice.exporter.slurm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.slurm.decode.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Ways to mutate a response; the same seed gives the same result. */
enum Mutation {
    NOTHING {
        @Override
        byte[] apply(byte[] body, Random random) {
            return body;
        }
    },
    TRUNCATE {
        @Override
        byte[] apply(byte[] body, Random random) {
            return Arrays.copyOf(body, random.nextInt(body.length));
        }
    },
    FLIP_BYTES {
        @Override
        byte[] apply(byte[] body, Random random) {
            byte[] flipped = body.clone();
            for (int n = 1 + random.nextInt(3); n > 0; n--) {
                flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            }
            return flipped;
        }
    },
    DELETE_RANGE {
        @Override
        byte[] apply(byte[] body, Random random) {
            int from = random.nextInt(body.length);
            int to = Math.min(body.length, from + 1 + random.nextInt(1 << random.nextInt(12)));
            return joined(body, 0, from, body, to, body.length);
        }
    },
    DUPLICATE_RANGE {
        @Override
        byte[] apply(byte[] body, Random random) {
            int from = random.nextInt(body.length);
            int to = Math.min(body.length, from + 1 + random.nextInt(1 << random.nextInt(12)));
            return joined(body, 0, to, body, from, body.length);
        }
    },
    LOSE_LINES {
        @Override
        byte[] apply(byte[] body, Random random) {
            List<String> lines = new ArrayList<>(List.of(new String(body, ISO_8859_1).split("\n", -1)));
            lines.remove(random.nextInt(lines.size()));
            return String.join("\n", lines).getBytes(ISO_8859_1);
        }
    },
    INVALID_UTF8 {
        @Override
        byte[] apply(byte[] body, Random random) {
            byte[] spoilt = body.clone();
            int at = random.nextInt(body.length);
            spoilt[at] = (byte) (0x80 + random.nextInt(0x80));
            return spoilt;
        }
    },
    INVALID_UTF8_IN_TEXT {
        @Override
        byte[] apply(byte[] body, Random random) {
            return inMember(body, random, ": \"", "\u00e9\u00ff");
        }
    },
    DUPLICATE_KEY {
        @Override
        byte[] apply(byte[] body, Random random) {
            String text = new String(body, ISO_8859_1);
            List<MatchResult> members = found(text, "\n *(\"\\w+\"): ([^\\[{\\n]+),\n");
            MatchResult member = members.get(random.nextInt(members.size()));
            return (text.substring(0, member.start()) + "\n" + member.group(1) + ": 7,"
                            + text.substring(member.start()))
                    .getBytes(ISO_8859_1);
        }
    },
    WRONG_TYPES {
        @Override
        byte[] apply(byte[] body, Random random) throws IOException {
            List<String> values = List.of(
                    "null", "true", "-1", "17", "2.5", "\"\"", "\"RUNNING\"", "[]", "{}", "[[1]]", "{\"set\":5}");
            return spoiltMember(body, random, (parent, name) -> set(parent, name, values.get(random.nextInt(11))));
        }
    },
    NULLS {
        @Override
        byte[] apply(byte[] body, Random random) throws IOException {
            return spoiltMember(body, random, ObjectNode::putNull);
        }
    },
    MISSING_MEMBERS {
        @Override
        byte[] apply(byte[] body, Random random) throws IOException {
            return spoiltMember(body, random, ObjectNode::remove);
        }
    },
    UNKNOWN_MEMBERS {
        @Override
        byte[] apply(byte[] body, Random random) throws IOException {
            return spoiltMember(
                    body,
                    random,
                    (parent, name) -> parent.putObject("of_tomorrow")
                            .putArray(name)
                            .addObject()
                            .put("name", "x")
                            .put("job_id", 1));
        }
    },
    HUGE_NUMBERS {
        @Override
        byte[] apply(byte[] body, Random random) throws IOException {
            List<String> values = List.of(
                    "1.8446744073709552e19",
                    "18446744073709551615",
                    "9223372036854775807",
                    "1e300",
                    "-1e300",
                    "1e-300");
            return spoiltMember(
                    body,
                    random,
                    (parent, name) -> set(
                            parent,
                            name,
                            "{\"set\":true,\"infinite\":false,\"number\":" + values.get(random.nextInt(6)) + "}"));
        }
    },
    DEEP_NESTING {
        @Override
        byte[] apply(byte[] body, Random random) throws IOException {
            int depth = 1 + random.nextInt(180);
            String deep = random.nextBoolean()
                    ? "[".repeat(depth) + "]".repeat(depth)
                    : "{\"a\":".repeat(depth) + 1 + "}".repeat(depth);
            return spoiltMember(body, random, (parent, name) -> set(parent, name, deep));
        }
    },
    SWAPPED_LIST_NAMES {
        @Override
        byte[] apply(byte[] body, Random random) throws IOException {
            ObjectNode tree = Trees.object(body);
            List<String> names = new ArrayList<>();
            tree.fieldNames().forEachRemaining(names::add);
            String one = names.get(random.nextInt(names.size()));
            String other = names.get(random.nextInt(names.size()));
            JsonNode held = tree.get(one);
            tree.set(one, tree.get(other));
            tree.set(other, held);
            return Trees.bytes(tree);
        }
    },
    SECOND_ANSWER {
        @Override
        byte[] apply(byte[] body, Random random) {
            return joined(body, 0, body.length, body, 0, random.nextInt(body.length));
        }
    };

    private interface Spoiler {
        void spoil(ObjectNode parent, String name) throws IOException;
    }

    abstract byte[] apply(byte[] body, Random random) throws IOException;

    /** Mutates a few members of the envelope, of records, and of nested objects. */
    private static byte[] spoiltMember(byte[] body, Random random, Spoiler spoiler) throws IOException {
        ObjectNode tree = Trees.object(body);
        for (int n = 1 + random.nextInt(8); n > 0; n--) {
            ObjectNode parent = tree;
            if (random.nextInt(16) > 0) {
                ArrayNode records = firstList(tree);
                if (records.path(0).isObject()) {
                    parent = records.get(random.nextInt(records.size())) instanceof ObjectNode record ? record : tree;
                }
            }
            List<String> names = new ArrayList<>();
            parent.fieldNames().forEachRemaining(names::add);
            // Half of the mutations change a member with the identity or the state of a record.
            List<String> vital = names.stream()
                    .filter(
                            List.of("job_id", "name", "job_state", "state", "partition", "partitions", "hostname")
                                    ::contains)
                    .toList();
            List<String> candidates = vital.isEmpty() || random.nextBoolean() ? names : vital;
            if (!candidates.isEmpty()) {
                spoiler.spoil(parent, candidates.get(random.nextInt(candidates.size())));
            }
        }
        return Trees.bytes(tree);
    }

    private static ArrayNode firstList(ObjectNode tree) {
        for (JsonNode member : tree) {
            if (member instanceof ArrayNode list) {
                return list;
            }
        }
        return Trees.MAPPER.createArrayNode();
    }

    private static void set(ObjectNode parent, String name, String value) throws IOException {
        parent.set(name, Trees.MAPPER.readTree(value));
    }

    private static byte[] inMember(byte[] body, Random random, String after, String inserted) {
        String text = new String(body, ISO_8859_1);
        List<MatchResult> places = found(text, Pattern.quote(after));
        int at = places.get(random.nextInt(places.size())).end();
        return (text.substring(0, at) + inserted + text.substring(at)).getBytes(ISO_8859_1);
    }

    private static List<MatchResult> found(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().toList();
    }

    private static byte[] joined(byte[] one, int from, int to, byte[] other, int otherFrom, int otherTo) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(one, from, to - from);
        out.write(other, otherFrom, otherTo - otherFrom);
        return out.toByteArray();
    }
}
