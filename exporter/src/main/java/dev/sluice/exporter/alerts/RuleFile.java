package dev.sluice.exporter.alerts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rule file of {@code alerts/}. A site can change the parameters in the file.
 *
 * @param name file name without {@code .yml}
 * @param blocks rules and the lines between them, in order
 */
record RuleFile(String name, List<RuleBlock> blocks) {

    private static final Pattern RULE = Pattern.compile("      - (?:alert|record): (\\S+)");
    private static final String RECORDING = "recording";
    private static final String COMMENT = "      #";
    private static final String INSIDE = "        ";

    RuleFile {
        blocks = List.copyOf(blocks);
    }

    static RuleFile parse(String name, String text) {
        List<RuleBlock> blocks = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        String rule = "";
        for (String line : text.split("\n", -1)) {
            Matcher begins = RULE.matcher(line);
            if (begins.matches()) {
                List<String> comment = new ArrayList<>();
                while (!lines.isEmpty() && lines.get(lines.size() - 1).startsWith(COMMENT)) {
                    comment.add(0, lines.remove(lines.size() - 1));
                }
                blocks.add(new RuleBlock(rule, lines));
                lines = comment;
                rule = begins.group(1);
            } else if (!rule.isEmpty() && !line.startsWith(INSIDE)) {
                blocks.add(new RuleBlock(rule, lines));
                lines = new ArrayList<>();
                rule = "";
            }
            lines.add(line);
        }
        blocks.add(new RuleBlock(rule, lines));
        return new RuleFile(
                name, blocks.stream().filter(block -> !block.lines().isEmpty()).toList());
    }

    List<RuleBlock> rules() {
        return blocks.stream().filter(block -> !block.name().isEmpty()).toList();
    }

    /** Returns the file with a site's settings; without settings, every byte of the file is unchanged. */
    String with(Map<String, RuleSettings> settings, List<WaitObjective> objectives) {
        List<String> lines = new ArrayList<>();
        blocks.forEach(block -> lines.addAll(block.with(settings.getOrDefault(block.name(), RuleSettings.NONE))));
        return String.join("\n", lines) + (name.equals(RECORDING) ? WaitObjective.group(objectives) : "");
    }
}
