package dev.sluice.lab.simulate.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the Standard Workload Format, version 2: 18 numbers per line, with -1 for unknown values. Comments begin with
 * a semicolon. The header comments have the form {@code Name: value}.
 */
final class SwfHistory {

    private static final Pattern HEADER = Pattern.compile(";\\s*([A-Za-z][A-Za-z ]*?)\\s*:\\s*(.*?)\\s*");
    private static final Pattern LEADING_NUMBER = Pattern.compile("(\\d{1,9})\\b.*");
    private static final int FIELDS = 18;
    private static final int MAX_PROCESSORS = 10_000_000;

    /** The fields that the simulation uses, with the position of each field on the line. */
    private enum Field {
        NUMBER(1, "job number"),
        SUBMIT(2, "submit time"),
        RUN(4, "run time"),
        ALLOCATED(5, "number of allocated processors"),
        REQUESTED(8, "requested number of processors"),
        LIMIT(9, "requested time"),
        STATUS(11, "status"),
        USER(12, "user ID");

        private final int place;
        private final String title;

        Field(int place, String title) {
            this.place = place;
            this.title = title;
        }
    }

    private SwfHistory() {}

    static History parse(String name, List<String> lines) throws HistoryException {
        Map<String, String> header = new TreeMap<>();
        Map<String, Integer> skipped = new TreeMap<>();
        List<HistoryJob> jobs = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith(";")) {
                Matcher comment = HEADER.matcher(line);
                if (comment.matches()) {
                    header.putIfAbsent(comment.group(1).toLowerCase(Locale.ROOT), comment.group(2));
                }
            } else if (!line.isEmpty()) {
                read(new Line(name, i + 1, line.split("\\s+", -1)), jobs, skipped);
            }
        }
        return new History(
                History.fromZero(name, jobs), skipped, number(header, "maxnodes"), number(header, "maxprocs"));
    }

    private static void read(Line line, List<HistoryJob> jobs, Map<String, Integer> skipped) throws HistoryException {
        line.check();
        long status = line.number(Field.STATUS);
        long runtime = line.number(Field.RUN);
        long allocated = line.number(Field.ALLOCATED);
        long processors = allocated > 0 ? allocated : line.number(Field.REQUESTED);
        String odd = "";
        if (line.number(Field.SUBMIT) < 0) {
            odd = "no submit time";
        } else if (status >= 2 && status <= 4) {
            // The line describes only a part of a checkpointed job. Another line describes the complete job.
            odd = "part of a job";
        } else if (runtime <= 0) {
            odd = status == 5 ? "cancelled before it ran" : "no run time";
        } else if (processors <= 0) {
            odd = "no number of processors";
        } else if (processors > MAX_PROCESSORS) {
            odd = "more than " + MAX_PROCESSORS + " processors";
        }
        if (!odd.isEmpty()) {
            skipped.merge(odd, 1, Integer::sum);
            return;
        }
        jobs.add(HistoryJob.ofCpus(
                line.number(Field.NUMBER),
                line.number(Field.SUBMIT),
                runtime,
                Math.max(runtime, line.number(Field.LIMIT)),
                line.number(Field.USER) < 0 ? "" : "user" + line.number(Field.USER),
                processors));
    }

    /**
     * Returns the number at the start of a header comment; empty if the comment is missing or does not begin with a
     * number.
     */
    private static OptionalInt number(Map<String, String> header, String key) {
        Matcher number = LEADING_NUMBER.matcher(header.getOrDefault(key, ""));
        return number.matches() ? OptionalInt.of(Integer.parseInt(number.group(1))) : OptionalInt.empty();
    }

    private static final class Line {

        private final String name;
        private final int place;
        private final String[] fields;

        Line(String name, int place, String[] fields) {
            this.name = name;
            this.place = place;
            this.fields = fields;
        }

        void check() throws HistoryException {
            if (fields.length != FIELDS) {
                throw new HistoryException(name + ":" + place + ": " + fields.length + " fields, but the format has "
                        + FIELDS + "; comments begin with \";\"");
            }
        }

        /** Returns the number, rounded because times may have decimals. */
        long number(Field field) throws HistoryException {
            String text = fields[field.place - 1];
            try {
                double number = Double.parseDouble(text);
                if (Math.abs(number) < 1e15) {
                    return Math.round(number);
                }
            } catch (NumberFormatException notANumber) {
                throw new HistoryException(name + ":" + place + ": field " + field.place + " (" + field.title + "): \""
                        + text + "\" is not a number; use -1 for unknown values");
            }
            throw new HistoryException(name + ":" + place + ": field " + field.place + " (" + field.title + "): " + text
                    + " is out of range");
        }
    }
}
