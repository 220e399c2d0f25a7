package dev.sluice.exporter.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.slurm.decode.JobAssembler;
import dev.sluice.fixtures.Capture;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Responses of slurmrestd 26.05 with any number of records, in the exact format of slurmrestd. The responses contain
 * the captured records repeatedly, with varying IDs, names, users, accounts, times and amounts of memory. The same size
 * always gives the same bytes.
 */
final class TiledCluster {

    private static final int SEED = 20261120;
    private static final int JOBS_PER_USER = 50;
    private static final int JOBS_PER_ACCOUNT = 1_000;
    private static final String RECORD_START = "    {";

    private static final String JOBS = "rest/v0.0.45/slurm/jobs-flags-all.json";
    private static final String NODES = "rest/v0.0.45/slurm/nodes.json";
    /** The first line of a record's member. */
    private static final Pattern MEMBER = Pattern.compile("      \"(\\w+)\":");

    private static final byte[] SEPARATOR = ",\n".getBytes(UTF_8);

    private final byte[] head;
    private final List<List<Piece>> templates;
    private final byte[] tail;

    private TiledCluster(String answer) {
        int first = answer.indexOf("\n" + RECORD_START + "\n") + 1;
        int last = answer.indexOf("\n  ],\n");
        this.head = answer.substring(0, first).getBytes(UTF_8);
        this.tail = answer.substring(last).getBytes(UTF_8);
        this.templates = new ArrayList<>();
        for (String record : answer.substring(first, last).split(",\n(?=    \\{\n)", -1)) {
            templates.add(Piece.cut(record));
        }
    }

    /** Returns the file with the response to a request for all jobs; creates it if it is missing. */
    static Path jobs(Path directory, int count) throws IOException {
        return written(directory, "jobs", count, () -> new TiledCluster(new String(captured(JOBS), UTF_8)));
    }

    /** Returns the file with the response to a request for all nodes; creates it if it is missing. */
    static Path nodes(Path directory, int count) throws IOException {
        return written(directory, "nodes", count, TiledCluster::ofNodes);
    }

    /** Returns a captured response. */
    static byte[] captured(String path) {
        return Capture.of("26.05").bytes(path);
    }

    private static Path written(Path directory, String kind, int count, Supplier<TiledCluster> records)
            throws IOException {
        Path file = directory.resolve(kind + "-" + count + ".json");
        if (Files.exists(file)) {
            return file;
        }
        Files.createDirectories(directory);
        Path unfinished = directory.resolve(file.getFileName() + ".part");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished), 1 << 20)) {
            records.get().write(out, count);
        }
        return Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Returns the captured jobs without the members that the exporter does not read, for responses with any number of
     * jobs. Without these members, the same records have a sixth of the bytes.
     */
    static TiledCluster ofTrimmedJobs() {
        Set<String> read = JobAssembler.MEMBERS;
        StringBuilder trimmed = new StringBuilder();
        boolean keep = true;
        for (String line : new String(captured(JOBS), UTF_8).split("(?<=\n)", -1)) {
            Matcher member = MEMBER.matcher(line);
            if (member.lookingAt()) {
                keep = read.contains(member.group(1));
            } else if (!line.startsWith("      ")) {
                keep = true;
            }
            trimmed.append(keep ? line : "");
        }
        return new TiledCluster(trimmed.toString().replaceAll(",\n    }", "\n    }"));
    }

    /** Returns the captured nodes, for responses with any number of nodes. */
    static TiledCluster ofNodes() {
        return new TiledCluster(new String(captured(NODES), UTF_8));
    }

    private void write(OutputStream out, int count) throws IOException {
        write(out, count, 0, 0);
    }

    /**
     * Writes a response.
     *
     * @param first number of the first record; the same number always gives the same record
     * @param priorities value added to every priority
     */
    void write(OutputStream out, int count, int first, int priorities) throws IOException {
        Variety variety = new Variety(count, priorities);
        out.write(head);
        for (int i = 0; i < count; i++) {
            variety.record(first + i);
            for (Piece piece : templates.get((first + i) % templates.size())) {
                out.write(piece.literal);
                if (piece.slot.isPresent()) {
                    out.write(variety.value(piece.slot.get()).getBytes(UTF_8));
                }
            }
            if (i + 1 < count) {
                out.write(SEPARATOR);
            }
        }
        out.write(tail);
    }

    /** The varying values of the records, one record after another. */
    private static final class Variety {

        private static final long NOW = 1_795_000_000L;
        private static final int SIX_DAYS = 500_000;
        private static final int AMOUNTS = 1_000;
        private static final int PRIORITIES = 100_000;
        /** Consecutive seeds start with similar values. */
        private static final long SPREAD = 0x9E3779B97F4A7C15L;

        private final Random random = new Random();
        private final int users;
        private final int accounts;
        private final int priorities;
        private int record;
        private int user;

        Variety(int records, int priorities) {
            this.priorities = priorities;
            this.users = 20 + records / JOBS_PER_USER;
            this.accounts = 10 + records / JOBS_PER_ACCOUNT;
        }

        void record(int number) {
            record = number;
            random.setSeed(SEED + number * SPREAD);
            // A few users have most of the jobs.
            user = (int) (users * Math.pow(random.nextDouble(), 3));
        }

        String value(Slot slot) {
            return switch (slot) {
                case ID -> Integer.toString(1_000_000 + record);
                case TIME -> Long.toString(NOW + random.nextInt(SIX_DAYS));
                case USER -> "user%04d".formatted(user);
                case ACCOUNT -> "account%03d".formatted(user % accounts);
                case NAME -> "train-" + Integer.toHexString(random.nextInt());
                case NODE -> "node%05d".formatted(record);
                case PRIORITY -> Integer.toString(1 + random.nextInt(PRIORITIES) + priorities);
                case MEMORY -> 256 * (1 + random.nextInt(AMOUNTS)) + "M";
            };
        }
    }

    /** A constant part of a record, and the slot after this part. */
    private static final class Piece {

        private final byte[] literal;
        private final Optional<Slot> slot;

        private Piece(String literal, Optional<Slot> slot) {
            this.literal = literal.getBytes(UTF_8);
            this.slot = slot;
        }

        static List<Piece> cut(String record) {
            List<Piece> pieces = new ArrayList<>();
            int done = 0;
            Matcher matcher = Slot.ANY.matcher(record);
            while (matcher.find()) {
                Slot slot = Slot.found(matcher);
                pieces.add(new Piece(record.substring(done, matcher.start()), Optional.of(slot)));
                done = matcher.end();
            }
            pieces.add(new Piece(record.substring(done), Optional.empty()));
            return pieces;
        }
    }

    /** A value that differs from record to record, with the position of the value. */
    private enum Slot {
        ID("(?<=\"job_id\": )\\d+"),
        TIME("(?<=\"number\": )1[67]\\d{8}(?!\\d)"),
        PRIORITY(
                "(?<=\"priority\": \\{\n        \"set\": true,\n        \"infinite\": false,\n        \"number\": )[1-9]\\d*"),
        USER("(?:(?<=\"(?:user|group)_name\": \")|(?<=/home\\\\/))\\w+"),
        ACCOUNT("(?<=\"account\": \")[^\"]+"),
        NODE(
                "(?:(?<=\"hostname\": \")|(?<=\n      \"name\": \"))[^\"]+(?=\",\n      \"(?:state|next_state_after_reboot)\")"),
        NAME("(?<=\n      \"name\": \")(?:[^\"\\\\]|\\\\.)+"),
        MEMORY("(?<=mem=)\\d+[MG](?=[^\"]*\",\n      \"tres_alloc_str\")");

        private static final Pattern ANY = Pattern.compile(Arrays.stream(values())
                .map(slot -> "(?<" + slot.name() + ">" + slot.pattern + ")")
                .collect(Collectors.joining("|")));

        private final String pattern;

        Slot(String pattern) {
            this.pattern = pattern;
        }

        static Slot found(Matcher matcher) {
            return Arrays.stream(values())
                    .filter(slot -> matcher.start(slot.name()) >= 0)
                    .findFirst()
                    .orElseThrow();
        }
    }
}
