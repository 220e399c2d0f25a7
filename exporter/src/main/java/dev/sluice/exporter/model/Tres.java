package dev.sluice.exporter.model;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Trackable resources, from a TRES string such as {@code cpu=96,mem=187.50G,node=1,gres/gpu=8,gres/gpu:h100=8}.
 *
 * @param cpus number of CPUs; 0 if not in the string
 * @param memoryBytes memory in bytes; 0 if not in the string
 * @param nodes number of nodes; 0 if not in the string
 */
public record Tres(long cpus, long memoryBytes, long nodes, GpuCounts gpus) {

    public static final Tres NONE = new Tres(0, 0, 0, GpuCounts.NONE);

    private static final String TYPED_GPU = "gres/gpu:";

    private static final int FRACTION_DIGITS_READ = 9;

    /**
     * Reads a TRES string. {@code gres/gpu} is the number of all GPUs; typed entries give the types of some of these
     * GPUs, because Slurm lists only the types in {@code AccountingStorageTRES}. Malformed parts are ignored.
     */
    public static Tres parse(String text) {
        return parse(text, text.length(), NONE);
    }

    /**
     * Reads the beginning of a TRES string.
     *
     * @param length length of the beginning
     * @param rest the remaining part of the string
     */
    public static Tres parse(CharSequence text, int length, Tres rest) {
        if (length == 0) {
            return rest;
        }
        long cpus = 0;
        long memoryBytes = 0;
        long nodes = 0;
        long allGpus = 0;
        SortedMap<String, Long> types = new TreeMap<>();
        for (int from = 0, to; from < length; from = to + 1) {
            to = next(',', text, from, length);
            int equals = next('=', text, from, to);
            if (equals == to) {
                continue;
            }
            if (isKey(text, from, equals, "cpu")) {
                cpus = amount(text, equals + 1, to);
            } else if (isKey(text, from, equals, "mem")) {
                memoryBytes = memory(text, equals + 1, to);
            } else if (isKey(text, from, equals, "node")) {
                nodes = amount(text, equals + 1, to);
            } else if (isKey(text, from, equals, "gres/gpu")) {
                allGpus = amount(text, equals + 1, to);
            } else if (equals - from > TYPED_GPU.length() - 1 && startsWith(text, from, TYPED_GPU)) {
                String type = GpuCounts.type(text, from + TYPED_GPU.length(), equals);
                GpuCounts.parsed(types, type, amount(text, equals + 1, to));
            }
        }
        GpuCounts typed = types.isEmpty() ? GpuCounts.NONE : withoutCountingTwice(new GpuCounts(types));
        GpuCounts untyped = GpuCounts.of(GpuCounts.UNTYPED, allGpus - typed.suiting(GpuCounts.UNTYPED));
        return new Tres(
                rest.cpus > 0 ? rest.cpus : cpus,
                rest.memoryBytes > 0 ? rest.memoryBytes : memoryBytes,
                rest.nodes > 0 ? rest.nodes : nodes,
                typed.plus(untyped).plus(rest.gpus));
    }

    /** Subtracts the accelerators with a type from all accelerators of the name. */
    private static GpuCounts withoutCountingTwice(GpuCounts all) {
        GpuCounts counted = all;
        for (String type : all.byType().keySet()) {
            if (GpuCounts.isUntyped(type)) {
                long typed = all.suiting(type) - all.byType().getOrDefault(type, 0L);
                counted = counted.minus(GpuCounts.of(type, typed));
            }
        }
        return counted;
    }

    /** Returns the index of the next such character; {@code to} if there is none before. */
    private static int next(char wanted, CharSequence text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) == wanted) {
                return i;
            }
        }
        return to;
    }

    private static boolean isKey(CharSequence text, int from, int to, String key) {
        return to - from == key.length() && startsWith(text, from, key);
    }

    private static boolean startsWith(CharSequence text, int from, String key) {
        for (int i = 0; i < key.length(); i++) {
            if (text.charAt(from + i) != key.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Reads an amount with or without a unit: slurmctld prints no unit, but users and older tools may write a unit. */
    private static long amount(CharSequence text, int from, int to) {
        return Math.max(0, GpuCounts.count(text, from, to));
    }

    /**
     * Returns an amount of memory in bytes; 0 if malformed. Slurm stores MiB. Slurm prints a larger unit if the amount
     * is a multiple of half that unit ({@code 187.50G}). An amount without a unit is in MiB.
     */
    private static long memory(CharSequence text, int from, int to) {
        int end = to;
        long unit = GpuCounts.unit('M');
        if (from < to && !GpuCounts.isDigit(text.charAt(to - 1))) {
            end = to - 1;
            unit = GpuCounts.unit(text.charAt(end));
        }
        int wholeEnd = next('.', text, from, end);
        long whole = GpuCounts.count(text, from, wholeEnd);
        if (whole < 0 || unit == 0 || !GpuCounts.isDigit(text.charAt(wholeEnd - 1))) {
            return 0;
        }
        long bytes = Amounts.product(whole, unit);
        if (wholeEnd == end) {
            return bytes;
        }
        double fraction = fraction(text, wholeEnd + 1, end);
        return fraction < 0 ? 0 : Amounts.sum(bytes, Math.round(fraction * unit));
    }

    /** Returns the value of the digits after a decimal point, below 1; -1 if there is anything but digits. */
    private static double fraction(CharSequence text, int from, int to) {
        long digits = 0;
        long scale = 1;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!GpuCounts.isDigit(c)) {
                return -1;
            }
            if (i - from < FRACTION_DIGITS_READ) {
                digits = digits * 10 + (c - '0');
                scale *= 10;
            }
        }
        return (double) digits / scale;
    }
}
