package dev.sluice.exporter.benchmark;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The minimum work for reading the jobs of slurmrestd: Jackson's non-blocking parser, seventeen members, and counts by
 * partition, state and user. Keeps no jobs, supports only one API version, and validates nothing.
 */
final class PrototypeParser {

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private static final List<String> WANTED = List.of(
            "job_id",
            "job_state",
            "partition",
            "user_name",
            "account",
            "state_reason",
            "qos",
            "array_task_string",
            "tres_req_str",
            "tres_alloc_str",
            "cpus",
            "node_count",
            "eligible_time",
            "submit_time",
            "start_time",
            "time_limit",
            "priority");

    private static final int STATE = WANTED.indexOf("job_state");
    private static final int PARTITION = WANTED.indexOf("partition");
    private static final int USER = WANTED.indexOf("user_name");
    private static final int CPUS = WANTED.indexOf("cpus");

    private static final int RECORD = 3;
    private static final int MEMBER = 4;

    private final JsonParser parser;
    private final ByteArrayFeeder feeder;
    private final Map<String, Integer> wanted = new HashMap<>();
    private final Map<String, Map<String, Map<String, long[]>>> counts = new HashMap<>();
    private final @Nullable String[] symbols = new String[1 << 16];
    private final String[] texts = new String[WANTED.size()];
    private final long[] numbers = new long[WANTED.size()];

    private int depth;
    private boolean inJobs;
    private int member = -1;
    private boolean inNumber;
    private long jobs;

    PrototypeParser() throws IOException {
        this.parser = FACTORY.createNonBlockingByteArrayParser();
        this.feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
        for (int i = 0; i < WANTED.size(); i++) {
            wanted.put(WANTED.get(i), i);
        }
    }

    /** Returns the number of jobs read. */
    long jobs() {
        return jobs;
    }

    void feed(byte[] bytes, int length) throws IOException {
        feeder.feedInput(bytes, 0, length);
        for (JsonToken token = parser.nextToken();
                token != JsonToken.NOT_AVAILABLE && token != null;
                token = parser.nextToken()) {
            accept(token);
        }
    }

    private void accept(JsonToken token) throws IOException {
        switch (token) {
            case START_OBJECT, START_ARRAY -> {
                depth++;
                if (depth == RECORD && inJobs) {
                    Arrays.fill(texts, "");
                    Arrays.fill(numbers, 0);
                }
            }
            case END_OBJECT, END_ARRAY -> {
                if (depth == RECORD && inJobs) {
                    count();
                }
                depth--;
            }
            case FIELD_NAME -> name(parser.currentName());
            case VALUE_STRING -> {
                if (isWanted()) {
                    texts[member] = symbol();
                }
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                if (isWanted() && (depth == RECORD || inNumber)) {
                    numbers[member] = parser.getLongValue();
                }
            }
            default -> {}
        }
    }

    private void name(String name) {
        if (depth == RECORD) {
            member = inJobs ? wanted.getOrDefault(name, -1) : -1;
        } else if (depth == MEMBER && member >= 0) {
            inNumber = name.equals("number");
        } else if (depth == 1) {
            inJobs = name.equals("jobs");
        }
    }

    private boolean isWanted() {
        return inJobs && member >= 0 && depth <= MEMBER;
    }

    private String symbol() throws IOException {
        char[] text = parser.getTextCharacters();
        int from = parser.getTextOffset();
        int length = parser.getTextLength();
        int hash = length;
        for (int i = from; i < from + length; i++) {
            hash = 31 * hash + text[i];
        }
        int slot = (hash ^ (hash >>> 16)) & (symbols.length - 1);
        String held = symbols[slot];
        if (held == null || !equal(held, text, from, length)) {
            held = new String(text, from, length);
            symbols[slot] = held;
        }
        return held;
    }

    private static boolean equal(String held, char[] text, int from, int length) {
        if (held.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (held.charAt(i) != text[from + i]) {
                return false;
            }
        }
        return true;
    }

    private void count() {
        long[] sums = counts.computeIfAbsent(texts[PARTITION], unused -> new HashMap<>())
                .computeIfAbsent(texts[STATE], unused -> new HashMap<>())
                .computeIfAbsent(texts[USER], unused -> new long[2]);
        sums[0]++;
        sums[1] += numbers[CPUS];
        jobs++;
    }
}
