package dev.sluice.exporter.model;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * GPU counts by type. Other {@link Accelerators} are GPUs whose type begins with their name and a colon. Omits types
 * without GPUs, so that equal counts are equal values. Types are in alphabetical order. Sums are capped at {@link
 * Long#MAX_VALUE}. Types over {@link #MAX_TYPES} count as {@link #OTHER}: each type becomes series, and Slurm's texts
 * may be wrong.
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

    /** Matches {@code (IDX:0-5)} and {@code (S:0-1)}, but not {@code (null)}, which is a type. */
    private static final Pattern DETAIL = Pattern.compile("(?<!:)\\([^)]*\\)?");

    private static final Pattern GPU = Pattern.compile("(?:gres[/:])?gpu(?:([:=])(.*))?", Pattern.DOTALL);

    /** Matches the mark of GPUs that jobs do not use up: {@code gpu:h100:no_consume:8}, {@code gpu:no_consume:8}. */
    private static final Pattern NO_CONSUME = Pattern.compile("(?:^|:)no_consume.*", Pattern.DOTALL);

    public static final GpuCounts NONE = new GpuCounts(Collections.emptySortedMap());

    public GpuCounts {
        SortedMap<String, Long> kept = new TreeMap<>();
        byType.forEach((type, count) -> add(kept, type, count));
        byType = Collections.unmodifiableSortedMap(kept);
    }

    public static GpuCounts of(String type, long count) {
        return count > 0 ? new GpuCounts(new TreeMap<>(Map.of(type, count))) : NONE;
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
        for (String part : DETAIL.matcher(gres).replaceAll("").split(",", -1)) {
            ofPart(part).byType.forEach((type, count) -> parsed(found, type, count));
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
        return byType.values().stream().reduce(0L, Amounts::sum);
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
        return byType.entrySet().stream()
                .filter(one -> suits(one.getKey(), requested))
                .map(Map.Entry::getValue)
                .reduce(0L, Amounts::sum);
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
        SortedMap<String, Long> product = new TreeMap<>(byType);
        product.replaceAll((type, count) -> Amounts.product(count, Math.max(0, factor)));
        return new GpuCounts(product);
    }

    /** Returns a count with Slurm's suffixes; -1 if malformed. */
    static long count(String text) {
        return text.indexOf('.') < 0 ? Amounts.parse(text, ' ') : -1;
    }

    public static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Reads a type in Slurm's format, in which {@code (null)} stands for no type. */
    static String type(String text) {
        return text.equals("(null)") ? UNTYPED : BoundedName.of(text);
    }

    private static GpuCounts ofPart(String part) {
        Matcher gpu = GPU.matcher(part);
        if (!gpu.matches()) {
            return NONE;
        }
        if (gpu.group(1) == null) {
            return of(UNTYPED, 1);
        }
        String rest = gpu.group(2);
        int last = Math.max(rest.lastIndexOf(COLON), rest.lastIndexOf('='));
        long count = count(rest.substring(last + 1));
        if (last >= 0) {
            return of(type(NO_CONSUME.matcher(rest.substring(0, last)).replaceFirst("")), count);
        }
        // A type without a count requests one GPU; MIG types such as 1g.10gb start with a digit.
        boolean typeAlone = count < 0 && gpu.group(1).equals(":") && !rest.isEmpty();
        return typeAlone ? of(type(rest), 1) : of(UNTYPED, count);
    }
}
