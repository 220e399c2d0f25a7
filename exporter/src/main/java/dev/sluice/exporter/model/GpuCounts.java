package dev.sluice.exporter.model;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * GPU counts by type. Other {@link Accelerators} are GPUs whose type begins with their name and a colon. Omits types without GPUs, so that equal counts are equal values. Types are in alphabetical order.
 * Sums are capped at {@link Long#MAX_VALUE}. Types over {@link #MAX_TYPES} count as {@link #OTHER}: each type becomes
 * series, and Slurm's texts may be wrong.
 *
 * @param byType count by GPU type; the key {@link #UNTYPED} holds GPUs for which Slurm names no type
 */
public record GpuCounts(SortedMap<String, Long> byType) {

    /** The key of GPUs without a type. */
    public static final String UNTYPED = "";

    /** Maximum number of named types, more than any cluster has. */
    public static final int MAX_TYPES = 64;

    /** The key of GPUs whose types are over the limit. */
    public static final String OTHER = "other";

    private static final char COLON = ':';

    public static final GpuCounts NONE = new GpuCounts(Collections.emptySortedMap());

    public GpuCounts {
        SortedMap<String, Long> kept = new TreeMap<>();
        byType.forEach((type, count) -> add(kept, type, count));
        byType = Collections.unmodifiableSortedMap(kept);
    }

    public static GpuCounts of(String type, long count) {
        if (count <= 0) {
            return NONE;
        }
        SortedMap<String, Long> byType = new TreeMap<>();
        byType.put(type, count);
        return new GpuCounts(byType);
    }

    /**
     * Counts the GPUs in a GRES list of a node ({@code gres}, {@code gres_used}) or a request ({@code tres_per_node}),
     * such as {@code gpu:h100:6(IDX:0-5),shard:4} or {@code gres/gpu:a100=1}. Ignores other resources, including
     * shards, and malformed parts.
     *
     * @throws TooManyTypes if the list names too many types
     */
    public static GpuCounts ofGres(String gres) {
        SortedMap<String, Long> found = new TreeMap<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= gres.length(); i++) {
            char c = i < gres.length() ? gres.charAt(i) : ',';
            if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (c == ',' && (depth <= 0 || i == gres.length())) {
                ofPart(gres, from, i).byType.forEach((type, count) -> parsed(found, type, count));
                from = i + 1;
            }
        }
        return found.isEmpty() ? NONE : new GpuCounts(found);
    }

    /** A text of Slurm names more than {@link #MAX_TYPES} types. */
    public static final class TooManyTypes extends IllegalArgumentException {

        private static final long serialVersionUID = 1;

        TooManyTypes() {
            super("more than " + MAX_TYPES + " types of generic resources");
        }
    }

    /**
     * Adds the GPUs of one part of a text.
     *
     * @throws TooManyTypes if the text names too many types
     */
    static void parsed(SortedMap<String, Long> counts, String type, long count) {
        if (count > 0) {
            counts.merge(type, count, Amounts::sum);
            if (counts.size() > MAX_TYPES) {
                throw new TooManyTypes();
            }
        }
    }

    /** Adds GPUs of a type; as {@link #OTHER} if the counts have {@link #MAX_TYPES} types already. */
    private static void add(SortedMap<String, Long> counts, String type, long count) {
        if (count > 0) {
            int types = counts.size() - (counts.containsKey(OTHER) ? 1 : 0);
            boolean named = types < MAX_TYPES || counts.containsKey(type);
            counts.merge(named ? type : OTHER, count, Amounts::sum);
        }
    }

    public long total() {
        if (isEmpty()) {
            return 0;
        }
        long total = 0;
        for (long count : byType.values()) {
            total = Amounts.sum(total, count);
        }
        return total;
    }

    /** Returns the label values of all types, comma-separated; empty without GPUs. */
    public String types() {
        return byType.keySet().stream().map(GpuCounts::label).collect(Collectors.joining(","));
    }

    /** Returns the label value of a type. */
    public static String label(String type) {
        return type.equals(UNTYPED) ? "untyped" : named(type);
    }

    /** Returns the label value of a type in a request, which accepts any type if it names none. */
    public static String labelOfRequest(String type) {
        return type.equals(UNTYPED) ? "any" : named(type);
    }

    private static String named(String type) {
        return isUntyped(type) ? type.substring(0, type.length() - 1) : type;
    }

    /** Returns whether a request for this type accepts all types of the same accelerator. */
    public static boolean isUntyped(String type) {
        return type.isEmpty() || type.charAt(type.length() - 1) == COLON;
    }

    /** Returns whether GPUs of a type suit a request for a type. */
    public static boolean suits(String type, String requested) {
        if (requested.isEmpty()) {
            return type.indexOf(COLON) < 0;
        }
        return type.equals(requested) || (isUntyped(requested) && type.startsWith(requested));
    }

    /** Returns the number of GPUs that suit a request for a type. */
    public long suiting(String requested) {
        long total = 0;
        for (Map.Entry<String, Long> one : byType.entrySet()) {
            if (suits(one.getKey(), requested)) {
                total = Amounts.sum(total, one.getValue());
            }
        }
        return total;
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
        other.byType.forEach((type, count) -> sum.merge(type, count, Amounts::sum));
        return new GpuCounts(sum);
    }

    /** Subtracts the other count of each type. Removes types without remaining GPUs. */
    public GpuCounts minus(GpuCounts other) {
        if (isEmpty() || other.isEmpty()) {
            return this;
        }
        SortedMap<String, Long> rest = new TreeMap<>(byType);
        other.byType.forEach((type, count) -> rest.computeIfPresent(type, (same, have) -> have - count));
        return new GpuCounts(rest);
    }

    /** Returns the counts under other names; types with the same name are summed up. */
    public GpuCounts named(UnaryOperator<String> name) {
        if (byType.keySet().stream().allMatch(type -> name.apply(type).equals(type))) {
            return this;
        }
        SortedMap<String, Long> renamed = new TreeMap<>();
        byType.forEach((type, count) -> renamed.merge(name.apply(type), count, Amounts::sum));
        return new GpuCounts(renamed);
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
            product.put(entry.getKey(), Amounts.product(entry.getValue(), factor));
        }
        return new GpuCounts(product);
    }

    /** Returns a count with Slurm's suffixes (multiples of 1024: K, M, G, T, P in either case); -1 if malformed. */
    static long count(CharSequence text, int from, int to) {
        int digits = from;
        long number = 0;
        while (digits < to && isDigit(text.charAt(digits))) {
            number = Amounts.sum(Amounts.product(number, 10), text.charAt(digits) - '0');
            digits++;
        }
        if (digits == from || to - digits > 1) {
            return -1;
        }
        long unit = digits == to ? 1 : unit(text.charAt(digits));
        return unit == 0 ? -1 : Amounts.product(number, unit);
    }

    /** Returns the value of a unit's letter; 0 for other letters. */
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

    /** Reads a type in Slurm's format, in which {@code (null)} stands for no type. */
    static String type(CharSequence text, int from, int to) {
        String type = text.subSequence(from, to).toString();
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
        // A type without a count requests one GPU; MIG types such as 1g.10gb start with a digit.
        return gres.charAt(first) == ':' && end > first + 1 ? of(type(gres, first + 1, end), 1) : NONE;
    }

    private static GpuCounts typed(String gres, int from, int to, long count) {
        int colon = gres.indexOf(COLON, from);
        boolean several = colon >= 0 && colon < to;
        // gpu:h100:no_consume:8 and gpu:no_consume:8 are GPUs that jobs do not use up.
        if (gres.startsWith("no_consume", several ? colon + 1 : from)) {
            return of(several ? type(gres, from, colon) : UNTYPED, count);
        }
        return of(type(gres, from, to), count);
    }

    /**
     * Returns the end of a part without its {@code (IDX:0-5)} or {@code (S:0-1)}. Keeps {@code (null)}, which is a
     * type.
     */
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

    /** Most jobs request none, and a map creates an iterator even for no entries. */
    @Override
    public int hashCode() {
        return byType.isEmpty() ? 0 : byType.hashCode();
    }
}
