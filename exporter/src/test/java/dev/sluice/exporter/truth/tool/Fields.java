package dev.sluice.exporter.truth.tool;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the tables, records, amounts and times of Slurm's tools. */
public final class Fields {

    private static final Pattern NAME = Pattern.compile("(?:^|\\s)([A-Za-z][\\w:/]*)=");
    private static final Map<Character, Integer> SHIFTS = Map.of('K', 10, 'M', 20, 'G', 30, 'T', 40);

    private Fields() {}

    public static List<Map<String, String>> table(List<String> lines) {
        List<Map<String, String>> rows = new ArrayList<>();
        String[] header = lines.isEmpty() ? new String[0] : lines.get(0).split("\\|", -1);
        for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            String[] cells = line.split("\\|", -1);
            Map<String, String> row = new HashMap<>();
            for (int i = 0; i < Math.min(header.length, cells.length); i++) {
                String column = header[i].strip();
                row.put(row.containsKey(column) ? column + "2" : column, cells[i]);
            }
            rows.add(row);
        }
        return rows;
    }

    /** Parses {@code Name=value Other=value with spaces}; {@code (null)} is empty. */
    public static Map<String, String> record(String line) {
        Map<String, String> fields = new HashMap<>();
        Matcher name = NAME.matcher(line);
        String key = "";
        int from = 0;
        while (name.find()) {
            put(fields, key, line.substring(from, name.start()));
            key = name.group(1);
            from = name.end();
        }
        put(fields, key, line.substring(from));
        return fields;
    }

    private static void put(Map<String, String> fields, String key, String value) {
        fields.putIfAbsent(key, value.strip().equals("(null)") ? "" : value.strip());
    }

    public static String text(Map<String, String> fields, String name) {
        return fields.getOrDefault(name, "");
    }

    public static long number(Map<String, String> fields, String name) {
        return Long.parseLong(text(fields, name));
    }

    /** Parses {@code cpu=4,mem=8G,gres/gpu:h100=2}; memory is in bytes. */
    public static Map<String, Long> tres(String text) {
        Map<String, Long> amounts = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                amounts.put(part.substring(0, equals), amount(part.substring(0, equals), part.substring(equals + 1)));
            }
        }
        return amounts;
    }

    /** Returns an amount of a TRES: memory without a unit is in MiB. */
    public static long amount(String tres, String text) {
        int shift = SHIFTS.getOrDefault(text.charAt(text.length() - 1), -1);
        if (shift < 0) {
            return Long.parseLong(text) << (tres.equals("mem") ? SHIFTS.getOrDefault('M', 0) : 0);
        }
        return (long) (Double.parseDouble(text.substring(0, text.length() - 1)) * (1L << shift));
    }

    /** Parses a UTC time into seconds since 1970. */
    public static long epoch(String time) {
        return LocalDateTime.parse(time).toEpochSecond(ZoneOffset.UTC);
    }

    /** Returns true if the text is a time, false if the text is a word such as Unknown. */
    public static boolean isTime(String text) {
        return !text.isEmpty() && Character.isDigit(text.charAt(0));
    }

    /** Parses {@code 14-00:00:00} or {@code 02:00:00} into seconds. */
    public static long seconds(String time) {
        int dash = time.indexOf('-');
        String[] clock = time.substring(dash + 1).split(":", -1);
        long days = dash < 0 ? 0 : Long.parseLong(time.substring(0, dash));
        return ((days * 24 + Long.parseLong(clock[0])) * 60 + Long.parseLong(clock[1])) * 60 + Long.parseLong(clock[2]);
    }

    /** Returns the names of a hostlist such as {@code big01,cpu[001-003,007]}. */
    public static List<String> hosts(String list) {
        List<String> names = new ArrayList<>();
        Matcher part = Pattern.compile("([^,\\[]+)(?:\\[([^\\]]*)])?").matcher(list);
        while (part.find()) {
            if (part.group(2) == null) {
                names.add(part.group(1));
                continue;
            }
            for (String range : part.group(2).split(",", -1)) {
                String[] ends = range.split("-", -1);
                for (long i = Long.parseLong(ends[0]); i <= Long.parseLong(ends[ends.length - 1]); i++) {
                    names.add(part.group(1) + ("%0" + ends[0].length() + "d").formatted(i));
                }
            }
        }
        return names;
    }
}
