package dev.sluice.exporter.truth.tool;

import dev.sluice.fixtures.Capture;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What Slurm's tools printed at one instant.
 *
 * @param lines the lines of each command
 * @param at when they were asked
 */
public record ToolTexts(Map<ToolCommand, List<String>> lines, Instant at) {

    public ToolTexts {
        lines = Map.copyOf(lines);
    }

    /** What they printed just before slurmrestd was asked. */
    public static ToolTexts captured(String release) {
        Capture capture = Capture.of(release);
        Map<ToolCommand, List<String>> lines = new EnumMap<>(ToolCommand.class);
        for (ToolCommand command : ToolCommand.values()) {
            lines.put(command, capture.text("cli/" + command.file()).lines().toList());
        }
        return new ToolTexts(lines, instant(capture));
    }

    /** The same, and what sdiag printed just after. */
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

    /** The lines that a command printed. */
    public List<String> of(ToolCommand command) {
        return lines.getOrDefault(command, List.of());
    }

    /** The rows of a table with a header, by column; a second column of the same name has a 2 behind it. */
    public List<Map<String, String>> table(ToolCommand command) {
        return Fields.table(of(command));
    }

    /** The records of {@code scontrol -o}, by field. */
    public List<Map<String, String>> records(ToolCommand command) {
        return of(command).stream()
                .filter(line -> !line.isBlank())
                .map(Fields::record)
                .toList();
    }

    /** These and what other commands printed. */
    public ToolTexts with(ToolTexts others) {
        Map<ToolCommand, List<String>> all = new EnumMap<>(lines);
        all.putAll(others.lines);
        return new ToolTexts(all, at);
    }

    /** Whether a later look printed the same. */
    public boolean same(ToolTexts later) {
        return lines.equals(later.lines);
    }

    /** The same, as if it were printed at another instant. */
    public ToolTexts at(Instant instant) {
        return new ToolTexts(lines, instant);
    }
}
