package dev.sluice.lab.simulate;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.lab.simulate.SimulateOptions.BadArgumentException;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import dev.sluice.lab.simulate.slurm.NodeType;
import dev.sluice.lab.simulate.slurm.StartTimes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads {@code --node-set NAME:key=value,...}. */
final class NodeSetArgument {

    private static final Set<String> KEYS =
            Set.of("partitions", "cpus", "gpus", "features", "min", "max", "start-delay", "start", "price");
    private static final int MOST = 100_000;
    private static final int MAX_DELAY = 86_400;

    private final String argument;
    private final String name;
    private final Map<String, String> values = new TreeMap<>();

    private NodeSetArgument(String argument) throws BadArgumentException {
        this.argument = argument;
        String[] parts = argument.split(":", 2);
        this.name = parts[0];
        if (name.isEmpty() || parts.length < 2) {
            throw new BadArgumentException("--node-set " + argument + ": write NAME:max=N,cpus=N[,KEY=VALUE]...");
        }
        for (String pair : parts[1].split(",", -1)) {
            String[] entry = pair.split("=", 2);
            if (entry.length < 2 || !KEYS.contains(entry[0])) {
                throw new BadArgumentException("--node-set " + argument + ": \"" + pair + "\" is none of "
                        + String.join("=, ", KEYS.stream().sorted().toList()) + "=");
            }
            values.put(entry[0], entry[1]);
        }
    }

    static NodeSetSpec parse(String argument) throws BadArgumentException {
        return new NodeSetArgument(argument).spec();
    }

    private NodeSetSpec spec() throws BadArgumentException {
        int max = number("max", 1, MOST);
        int min = values.containsKey("min") ? number("min", 0, max) : 0;
        NodeType type = new NodeType(
                name,
                List.of(values.getOrDefault("partitions", name).split("\\+", -1)),
                number("cpus", 1, MOST),
                gpus(),
                Set.of(values.getOrDefault("features", "").split("\\+", -1)).stream()
                        .filter(feature -> !feature.isEmpty())
                        .collect(Collectors.toSet()),
                price());
        return new NodeSetSpec(type, min, min, max, starts(), 0);
    }

    private StartTimes starts() throws BadArgumentException {
        if (!values.containsKey("start")) {
            return StartTimes.of(
                    values.containsKey("start-delay")
                            ? number("start-delay", 0, MAX_DELAY)
                            : PublishedScenarios.START_DELAY);
        }
        String text = values.getOrDefault("start", "");
        if (!values.containsKey("start-delay") && text.matches("lognormal:[1-9]\\d{0,4}:[1-9]\\d{0,4}")) {
            String[] parts = text.split(":", -1);
            StartTimes.LogNormal starts = new StartTimes.LogNormal(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
            if (starts.p95() >= starts.median()) {
                return starts;
            }
        }
        if (!values.containsKey("start-delay") && text.matches("\\d{1,5}(\\+\\d{1,5})*")) {
            return new StartTimes.Quantiles(
                    Stream.of(text.split("\\+", -1)).map(Long::valueOf).toList());
        }
        throw bad(
                "start",
                "must be lognormal:MEDIAN:P95 or quantiles such as 120+180+600, in seconds, without start-delay");
    }

    private GpuCounts gpus() throws BadArgumentException {
        String text = values.getOrDefault("gpus", "");
        if (!text.isEmpty() && !text.matches("(\\w+:)?[1-9]\\d{0,3}")) {
            throw bad("gpus", "must be in the format of gres.conf, such as h100:8 or 8");
        }
        return text.isEmpty() ? GpuCounts.NONE : GpuCounts.ofGres("gpu:" + text);
    }

    private double price() throws BadArgumentException {
        try {
            double price = Double.parseDouble(values.getOrDefault("price", "0"));
            if (price >= 0 && price < 1e6) {
                return price;
            }
        } catch (NumberFormatException e) {
            throw bad("price", "must be a number, the price of a node-hour");
        }
        throw bad("price", "must be from 0 to 1000000");
    }

    private int number(String key, int low, int high) throws BadArgumentException {
        String text = values.getOrDefault(key, "");
        if (text.matches("\\d{1,9}") && Integer.parseInt(text) >= low && Integer.parseInt(text) <= high) {
            return Integer.parseInt(text);
        }
        throw bad(key, "must be a whole number from " + low + " to " + high);
    }

    private BadArgumentException bad(String key, String rule) {
        return new BadArgumentException("--node-set " + argument + ": " + key + " " + rule
                + (values.containsKey(key) ? ", not \"" + values.get(key) + "\"" : ""));
    }
}
