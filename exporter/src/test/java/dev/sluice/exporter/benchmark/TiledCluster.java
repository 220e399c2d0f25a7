package dev.sluice.exporter.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Answers of a slurmrestd 26.05 of any size, byte for byte in its own style: captured records, one after another, in
 * which ids, names, users, accounts, times and amounts of memory vary. The same size always gives the same bytes.
 */
final class TiledCluster {

    private static final int SEED = 20261120;
    private static final int JOBS_PER_USER = 50;
    private static final int JOBS_PER_ACCOUNT = 1_000;
    private static final String RECORD_START = "    {";

    private final String head;
    private final List<List<Piece>> templates;
    private final String tail;

    private TiledCluster(String answer) {
        int first = answer.indexOf("\n" + RECORD_START + "\n") + 1;
        int last = answer.indexOf("\n  ],\n");
        this.head = answer.substring(0, first);
        this.tail = answer.substring(last);
        this.templates = new ArrayList<>();
        for (String record : answer.substring(first, last).split(",\n(?=    \\{\n)", -1)) {
            templates.add(Piece.cut(record));
        }
    }

    /** The file with the answer to a request for all jobs; made if it is not there. */
    static Path jobs(Path directory, int count) throws IOException {
        return written(directory, "jobs", "rest/v0.0.45/slurm/jobs-flags-all.json", count);
    }

    /** The file with the answer to a request for all nodes; made if it is not there. */
    static Path nodes(Path directory, int count) throws IOException {
        return written(directory, "nodes", "rest/v0.0.45/slurm/nodes.json", count);
    }

    /** An answer as it was captured. */
    static byte[] captured(String path) {
        return Capture.of("26.05").bytes(path);
    }

    private static Path written(Path directory, String kind, String path, int count) throws IOException {
        Path file = directory.resolve(kind + "-" + count + ".json");
        if (Files.exists(file)) {
            return file;
        }
        Files.createDirectories(directory);
        Path unfinished = directory.resolve(file.getFileName() + ".part");
        TiledCluster cluster = new TiledCluster(new String(captured(path), UTF_8));
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished), 1 << 20)) {
            cluster.write(out, count);
        }
        return Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private void write(OutputStream out, int count) throws IOException {
        Variety variety = new Variety(count);
        out.write(head.getBytes(UTF_8));
        for (int i = 0; i < count; i++) {
            variety.nextRecord();
            for (Piece piece : templates.get(i % templates.size())) {
                out.write(piece.literal().getBytes(UTF_8));
                if (piece.slot().isPresent()) {
                    out.write(variety.value(piece.slot().get()).getBytes(UTF_8));
                }
            }
            out.write((i + 1 < count ? ",\n" : "").getBytes(UTF_8));
        }
        out.write(tail.getBytes(UTF_8));
    }

    /** What fills the slots of one record after another. */
    private static final class Variety {

        private static final long NOW = 1_795_000_000L;
        private static final int SIX_DAYS = 500_000;
        private static final int AMOUNTS = 1_000;

        private final Random random = new Random(SEED);
        private final int users;
        private final int accounts;
        private int record;
        private int user;

        Variety(int records) {
            this.users = 20 + records / JOBS_PER_USER;
            this.accounts = 10 + records / JOBS_PER_ACCOUNT;
        }

        void nextRecord() {
            record++;
            // Few users have most of the jobs.
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
                case MEMORY -> 256 * (1 + random.nextInt(AMOUNTS)) + "M";
            };
        }
    }

    /** A part of a record that is always the same, and what follows it. */
    private record Piece(String literal, Optional<Slot> slot) {

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

    /** A value that differs from record to record, and where it stands. */
    private enum Slot {
        ID("(?<=\"job_id\": )\\d+"),
        TIME("(?<=\"number\": )1[67]\\d{8}(?!\\d)"),
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
