package dev.sluice.exporter.model;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Numbers of GPUs by type. Only types of which there is at least one are kept, so equal counts are equal values; types
 * are in alphabetical order. Sums stop at {@link Long#MAX_VALUE}.
 *
 * @param byType count by GPU type; the key {@link #UNTYPED} holds those for which Slurm names no type
 */
public record GpuCounts(SortedMap<String, Long> byType) {

    /** The key of GPUs without a type. */
    public static final String UNTYPED = "";

    public static final GpuCounts NONE = new GpuCounts(Collections.emptySortedMap());

    public GpuCounts {
        SortedMap<String, Long> kept = new TreeMap<>(byType);
        kept.values().removeIf(count -> count <= 0);
        byType = Collections.unmodifiableSortedMap(kept);
    }

    /** GPUs of one type. */
    public static GpuCounts of(String type, long count) {
        if (count <= 0) {
            return NONE;
        }
        SortedMap<String, Long> byType = new TreeMap<>();
        byType.put(type, count);
        return new GpuCounts(byType);
    }

    /**
     * Counts the GPUs in a list of generic resources, as nodes ({@code gres}, {@code gres_used}) and requests
     * ({@code tres_per_node}) name them, such as {@code gpu:h100:6(IDX:0-5),shard:4} or {@code gres/gpu:a100=1}. Other
     * resources, shards among them, are not GPUs; a part that makes no sense is left out.
     */
    public static GpuCounts ofGres(String gres) {
        GpuCounts found = NONE;
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= gres.length(); i++) {
            char c = i < gres.length() ? gres.charAt(i) : ',';
            if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (c == ',' && (depth <= 0 || i == gres.length())) {
                found = found.plus(ofPart(gres, from, i));
                from = i + 1;
            }
        }
        return found;
    }

    public long total() {
        long total = 0;
        for (long count : byType.values()) {
            total = saturatedSum(total, count);
        }
        return total;
    }

    /** The types as labels name them, {@code untyped} for those without one, with commas between; empty without GPUs. */
    public String types() {
        return byType.keySet().stream().map(GpuCounts::label).collect(Collectors.joining(","));
    }

    /** The name of a type in labels. */
    public static String label(String type) {
        return type.equals(UNTYPED) ? "untyped" : type;
    }

    public boolean isEmpty() {
        return byType.isEmpty();
    }

    public GpuCounts plus(GpuCounts other) {
        if (other.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return other;
        }
        SortedMap<String, Long> sum = new TreeMap<>(byType);
        other.byType.forEach((type, count) -> sum.merge(type, count, GpuCounts::saturatedSum));
        return new GpuCounts(sum);
    }

    /** What is left of each type; a type of which the other has more is gone. */
    public GpuCounts minus(GpuCounts other) {
        if (isEmpty() || other.isEmpty()) {
            return this;
        }
        SortedMap<String, Long> rest = new TreeMap<>(byType);
        other.byType.forEach((type, count) -> rest.computeIfPresent(type, (same, have) -> have - count));
        return new GpuCounts(rest);
    }

    public GpuCounts times(long factor) {
        if (factor == 1 || isEmpty()) {
            return this;
        }
        if (factor <= 0) {
            return NONE;
        }
        SortedMap<String, Long> product = new TreeMap<>();
        for (Map.Entry<String, Long> entry : byType.entrySet()) {
            product.put(entry.getKey(), saturatedProduct(entry.getValue(), factor));
        }
        return new GpuCounts(product);
    }

    /**
     * A count with Slurm's suffixes (multiples of 1024: K, M, G, T, P in either case), or -1 where the text is none.
     */
    static long count(String text, int from, int to) {
        int digits = from;
        long number = 0;
        while (digits < to && isDigit(text.charAt(digits))) {
            number = saturatedSum(saturatedProduct(number, 10), text.charAt(digits) - '0');
            digits++;
        }
        if (digits == from || to - digits > 1) {
            return -1;
        }
        long unit = digits == to ? 1 : unit(text.charAt(digits));
        return unit == 0 ? -1 : saturatedProduct(number, unit);
    }

    /** The value of a unit's letter, 0 where it is none. */
    static long unit(char letter) {
        return switch (letter) {
            case 'K', 'k' -> 1L << 10;
            case 'M', 'm' -> 1L << 20;
            case 'G', 'g' -> 1L << 30;
            case 'T', 't' -> 1L << 40;
            case 'P', 'p' -> 1L << 50;
            default -> 0;
        };
    }

    public static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** The sum of two numbers that are not negative. */
    public static long saturatedSum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** The product of two numbers that are not negative. */
    public static long saturatedProduct(long a, long b) {
        long product = a * b;
        return product < 0 || Math.multiplyHigh(a, b) != 0 ? Long.MAX_VALUE : product;
    }

    /** A type as Slurm prints it, which writes {@code (null)} for none. */
    static String type(String text, int from, int to) {
        String type = text.substring(from, to);
        return type.equals("(null)") ? UNTYPED : BoundedName.of(type);
    }

    private static GpuCounts ofPart(String gres, int start, int stop) {
        int name = start;
        if (gres.startsWith("gres/", start) || gres.startsWith("gres:", start)) {
            name += "gres/".length();
        }
        int first = name + "gpu".length();
        int end = withoutDetail(gres, name, stop);
        if (first > end || !gres.startsWith("gpu", name)) {
            return NONE;
        }
        if (first == end) {
            return of(UNTYPED, 1);
        }
        if (!isSeparator(gres.charAt(first))) {
            return NONE;
        }
        int last = end - 1;
        while (!isSeparator(gres.charAt(last))) {
            last--;
        }
        long count = count(gres, last + 1, end);
        if (last > first) {
            return count < 0 ? NONE : typed(gres, first + 1, last, count);
        }
        if (count >= 0) {
            return of(UNTYPED, count);
        }
        // A type alone asks for one; MIG types such as 1g.10gb start with a digit.
        return gres.charAt(first) == ':' && end > first + 1 ? of(type(gres, first + 1, end), 1) : NONE;
    }

    private static GpuCounts typed(String gres, int from, int to, long count) {
        int colon = gres.indexOf(':', from);
        boolean several = colon >= 0 && colon < to;
        int end = several ? colon : to;
        // gpu:h100:no_consume:8 and gpu:no_consume:8 are GPUs that jobs do not use up.
        if (gres.startsWith("no_consume", several ? colon + 1 : from)) {
            return of(several ? type(gres, from, end) : UNTYPED, count);
        }
        return several ? NONE : of(type(gres, from, end), count);
    }

    /** Where a part ends without its {@code (IDX:0-5)} or {@code (S:0-1)}; {@code (null)} is a type and stays. */
    private static int withoutDetail(String gres, int from, int to) {
        for (int i = from; i < to; i++) {
            if (gres.charAt(i) == '(' && (i == from || gres.charAt(i - 1) != ':')) {
                return i;
            }
        }
        return to;
    }

    private static boolean isSeparator(char c) {
        return c == ':' || c == '=';
    }
}
