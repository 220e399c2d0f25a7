package dev.sluice.lab.simulate;

import dev.sluice.exporter.derive.scaling.ScalingInput;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.lab.kubernetes.Hpa;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/** The value of an option in the form {@code KEY=VALUE[,KEY=VALUE]}. */
final class Settings {

    private static final int MAX = 100_000;
    private static final int DAY = 86_400;
    private static final int WEEK = 7 * DAY;

    private final Map<String, String> values = new TreeMap<>();

    private Settings(String text, Set<String> keys) {
        for (String pair : text.split(",", -1)) {
            String[] entry = pair.split("=", 2);
            if (entry.length < 2 || !keys.contains(entry[0])) {
                throw new TypeConversionException("\"" + pair + "\" is none of "
                        + String.join("=, ", keys.stream().sorted().toList()) + "=");
            }
            values.put(entry[0], entry[1]);
        }
    }

    /** Reads the NodeSet of {@code --node-set NAME:KEY=VALUE[,KEY=VALUE]}. */
    static NodeSetSpec nodeSet(String argument) {
        String[] parts = argument.split(":", 2);
        if (parts[0].isEmpty() || parts.length < 2) {
            throw new TypeConversionException("\"" + argument + "\" is not NAME:max=N,cpus=N[,KEY=VALUE]...");
        }
        Settings settings = new Settings(
                parts[1], Set.of("partitions", "cpus", "gpus", "features", "min", "max", "start-delay", "price"));
        String gpus = settings.values.getOrDefault("gpus", "");
        if (!gpus.matches("|([\\w.-]+:)?[1-9]\\d{0,3}")) {
            throw bad("gpus", "must be in the format of gres.conf, such as h100:8 or 8", gpus);
        }
        int max = settings.number("max", 1, MAX, "");
        int min = settings.number("min", 0, max, "0");
        return new NodeSetSpec(
                parts[0],
                settings.words("partitions", parts[0]),
                settings.number("cpus", 1, MAX, ""),
                gpus.isEmpty() ? GpuCounts.NONE : GpuCounts.ofGres("gpu:" + gpus),
                settings.words("features", ""),
                settings.price(),
                min,
                min,
                max,
                settings.number("start-delay", 0, DAY, String.valueOf(NodeSetSpec.START_DELAY)));
    }

    /** Reads other settings of Sluice from {@code --what-if KEY=VALUE[,KEY=VALUE]}. */
    static Signal whatIf(String argument) {
        Settings settings = new Settings(argument, Set.of("window", "spares", "aging"));
        ScalingInput.Policy usual = ScalingInput.Policy.DEFAULT;
        ScalingInput.Policy policy = new ScalingInput.Policy(
                usual.lookahead(),
                usual.debounce(),
                usual.pollInterval(),
                Duration.ofSeconds(settings.number(
                        "aging", 0, WEEK, String.valueOf(usual.agingTime().toSeconds()))),
                settings.number("spares", 0, MAX, "0"),
                usual.replaceUnusable());
        long window = settings.number("window", 0, WEEK, String.valueOf(Hpa.DEFAULT_WINDOW));
        return Signal.sluice("Sluice, " + argument.replace(",", ", "), policy, window);
    }

    private List<String> words(String key, String absent) {
        return Stream.of(values.getOrDefault(key, absent).split("\\+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private int number(String key, int low, int high, String absent) {
        String text = values.getOrDefault(key, absent);
        if (text.matches("\\d{1,9}") && Integer.parseInt(text) >= low && Integer.parseInt(text) <= high) {
            return Integer.parseInt(text);
        }
        throw bad(key, "must be a whole number from " + low + " to " + high, text);
    }

    private double price() {
        String text = values.getOrDefault("price", "0");
        if (text.matches("\\d{1,6}(\\.\\d{1,6})?")) {
            return Double.parseDouble(text);
        }
        throw bad("price", "must be a price of a node-hour from 0 to 999999", text);
    }

    private static TypeConversionException bad(String key, String rule, String text) {
        return new TypeConversionException(key + " " + rule + (text.isEmpty() ? "" : ", not \"" + text + "\""));
    }
}
