package dev.sluice.exporter.truth.tool;

import dev.sluice.fixtures.Capture;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The output of Slurm's tools at one time.
 *
 * @param lines output lines of each command
 * @param at time of the calls
 */
public record ToolTexts(Map<ToolCommand, List<String>> lines, Instant at) {

    public ToolTexts {
        lines = Map.copyOf(lines);
    }

    /** Returns the output from shortly before the capture of slurmrestd. */
    public static ToolTexts captured(String release) {
        Capture capture = Capture.of(release);
        Map<ToolCommand, List<String>> lines = new EnumMap<>(ToolCommand.class);
        for (ToolCommand command : ToolCommand.values()) {
            lines.put(command, capture.text("cli/" + command.file()).lines().toList());
        }
        return new ToolTexts(lines, instant(capture));
    }

    /** Returns the output of all tools; the output of sdiag is from shortly after the capture. */
    public static ToolTexts capturedAfter(String release) {
        Capture capture = Capture.of(release);
        Map<ToolCommand, List<String>> lines = new EnumMap<>(captured(release).lines());
        lines.put(ToolCommand.SDIAG, capture.text("cli/sdiag-after.txt").lines().toList());
        return new ToolTexts(lines, instant(capture));
    }

    private static Instant instant(Capture capture) {
        return Instant.ofEpochSecond(Long.parseLong(
                capture.text("cli/capture-time.txt").lines().findFirst().orElseThrow()));
    }

    /** Returns the output lines of a command. */
    public List<String> of(ToolCommand command) {
        return lines.getOrDefault(command, List.of());
    }

    /** Returns the rows of a table with a header, by column. A second column with the same name gets the suffix 2. */
    public List<Map<String, String>> table(ToolCommand command) {
        return Fields.table(of(command));
    }

    /** Returns the records in the output of {@code scontrol -o}, by field. */
    public List<Map<String, String>> records(ToolCommand command) {
        return of(command).stream()
                .filter(line -> !line.isBlank())
                .map(Fields::record)
                .toList();
    }

    /** Returns these outputs together with the outputs of other commands. */
    public ToolTexts with(ToolTexts others) {
        Map<ToolCommand, List<String>> all = new EnumMap<>(lines);
        all.putAll(others.lines);
        return new ToolTexts(all, at);
    }

    /**
     * Returns true if a later output has the same lines. Their order has no meaning: sinfo asks for each partition in a
     * thread of its own.
     */
    public boolean same(ToolTexts later) {
        return sorted().equals(later.sorted());
    }

    private Map<ToolCommand, List<String>> sorted() {
        Map<ToolCommand, List<String>> sorted = new EnumMap<>(ToolCommand.class);
        lines.forEach((command, output) ->
                sorted.put(command, output.stream().sorted().toList()));
        return sorted;
    }

    /** Returns the same output with the given time. */
    public ToolTexts at(Instant instant) {
        return new ToolTexts(lines, instant);
    }
}
