package dev.sluice.exporter.model;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The generic resources that count as GPUs. Slurm's texts are rewritten before they are parsed: {@code npu:910b:8}
 * becomes {@code gpu:npu:910b:8}, a GPU of type {@code npu:910b}, and {@code tpu:8} becomes {@code gpu:tpu::8}, a GPU
 * of type {@code tpu:}. Slurm's own GPU types have no colon.
 */
public final class Accelerators {

    private static final String GPU = "gpu";

    /** Only the generic resource {@code gpu}. */
    public static final Accelerators GPUS = of(List.of(GPU));

    /** All generic resources except shares of GPUs. */
    public static final Accelerators ALL = new Accelerators("(?!(?:gpu|mps|shard)\\b)[a-zA-Z_]\\w*");

    private static final String END = "(?=[,(]|$)";

    private final Pattern part;
    private final boolean none;

    private Accelerators(String names) {
        String count = "\\d+[kKmMgGtTpP]?";
        this.none = names.isEmpty();
        this.part = Pattern.compile("(?<=^|,|gres/|gres:)(" + names + ")(?::((?!" + count + END
                + ")[^:=,()]+|\\(null\\)))?" + "(?::no_consume)?(?:([:=])(" + count + "))?" + END);
    }

    /** Creates a choice of names such as {@code gpu} and {@code npu}. */
    public static Accelerators of(List<String> names) {
        return new Accelerators(names.stream()
                .filter(name -> !name.equals(GPU))
                .map(Pattern::quote)
                .collect(Collectors.joining("|")));
    }

    /** Returns a list of GRES or TRES in which every accelerator is a GPU with a type. */
    public String asGpus(String text) {
        if (none || text.isEmpty()) {
            return text;
        }
        Matcher found = part.matcher(text);
        StringBuilder rewritten = new StringBuilder();
        while (found.find()) {
            String type = found.group(2) == null || found.group(2).equals("(null)") ? "" : found.group(2);
            String count = found.group(4) == null ? ":1" : found.group(3) + found.group(4);
            String gpu = GPU + ":" + found.group(1) + ":" + type + count;
            found.appendReplacement(rewritten, Matcher.quoteReplacement(gpu));
        }
        return found.appendTail(rewritten).toString();
    }
}
