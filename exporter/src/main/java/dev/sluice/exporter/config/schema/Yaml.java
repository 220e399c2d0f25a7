package dev.sluice.exporter.config.schema;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.api.lowlevel.Present;
import org.snakeyaml.engine.v2.api.lowlevel.Serialize;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Reads and writes YAML with the nodes of snakeyaml-engine. */
final class Yaml {

    /** Maximum depth of nesting. The limit is above the depth of any configuration, but low enough for any stack. */
    private static final int MAX_DEPTH = 16;

    private static final LoadSettings LOAD = LoadSettings.builder()
            .setCodePointLimit(Integer.MAX_VALUE)
            .setAllowNonScalarKeys(true)
            .setUseMarks(true)
            .build();

    private static final DumpSettings DUMP = DumpSettings.builder()
            .setIndicatorIndent(2)
            .setIndentWithIndicator(true)
            .setWidth(Integer.MAX_VALUE)
            .setSplitLines(false)
            .build();

    /**
     * Matches words, paths, URLs, durations and IPv4 addresses. All other strings get quotes, including strings for
     * which YAML does not require quotes.
     */
    private static final Pattern SAFE_WITHOUT_QUOTES =
            Pattern.compile("[A-Za-z/][A-Za-z0-9._/-]*(:[A-Za-z0-9._/-]+)*|([0-9]+(h|m|s|ms))+|[0-9]+([.][0-9]+){3}");

    private static final Set<String> BOOLEAN_WORDS_OF_YAML_1_1 = Set.of("yes", "no", "on", "off", "y", "n");

    private Yaml() {}

    /** The kind of a scalar in YAML's JSON schema. */
    enum ScalarKind {
        TEXT,
        /** A text that has another type in other YAML schemas: {@code yes}, {@code ~}, {@code 0x1F}. */
        AMBIGUOUS,
        NUMBER,
        BOOLEAN,
        NOTHING
    }

    static ScalarKind kind(ScalarNode scalar) {
        if (!scalar.isPlain()) {
            return ScalarKind.TEXT;
        }
        String text = scalar.getValue();
        Tag tag = scalar.getTag();
        if (text.isEmpty() || tag.equals(Tag.NULL)) {
            return ScalarKind.NOTHING;
        } else if (tag.equals(Tag.BOOL)) {
            return ScalarKind.BOOLEAN;
        } else if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
            // The library's JSON schema accepts .inf and .nan as numbers, which do not exist in JSON.
            return Character.isLetter(text.charAt(text.length() - 1)) ? ScalarKind.AMBIGUOUS : ScalarKind.NUMBER;
        }
        boolean ambiguous = BOOLEAN_WORDS_OF_YAML_1_1.contains(text.toLowerCase(Locale.ROOT))
                || !new CoreSchema().getScalarResolver().resolve(text, true).equals(Tag.STR);
        return ambiguous ? ScalarKind.AMBIGUOUS : ScalarKind.TEXT;
    }

    /** Returns the only document. Reports the problems of an unreadable text, then returns empty. */
    static Optional<Node> read(String text, Location location) {
        Position latest = new Position(0, 0);
        try {
            if (printable(text, location)) {
                int depth = 0;
                int documents = 0;
                boolean usable = true;
                for (Event event : new Parse(LOAD).parseString(text)) {
                    latest = event.getStartMark().map(Position::of).orElse(latest);
                    documents += event instanceof DocumentStartEvent ? 1 : 0;
                    depth -= event instanceof CollectionEndEvent ? 1 : 0;
                    String refusal = refusal(event, depth + 1, documents);
                    if (!refusal.isEmpty()) {
                        latest.problem(location, refusal);
                        usable = false;
                    }
                    depth += event instanceof CollectionStartEvent ? 1 : 0;
                    if (depth > MAX_DEPTH || documents > 1) {
                        return Optional.empty();
                    }
                }
                return usable ? composed(text, location) : Optional.empty();
            }
        } catch (MarkedYamlEngineException e) {
            String context = e.getContext();
            String message = (context == null || context.isBlank() ? "" : context + ", ") + e.getProblem();
            // The library quotes line breaks, but each problem has one line.
            String line = message.replaceAll("\\R\\s*", " ");
            e.getProblemMark().map(Position::of).orElse(latest).problem(location, "not valid YAML: " + line);
        } catch (YamlEngineException e) {
            latest.problem(location, "not valid YAML: " + e.getMessage());
        } catch (NumberFormatException e) {
            // snakeyaml-engine 3.2 throws this exception for "\UFFFFFFFF", because the number does not fit into an int.
            latest.problem(location, "not valid YAML: an escape after this is no character");
        }
        return Optional.empty();
    }

    /** A position in the text, from 1. */
    private record Position(int line, int column) {

        static Position of(Mark mark) {
            return new Position(mark.getLine() + 1, mark.getColumn() + 1);
        }

        void problem(Location location, String message) {
            location.problem(line, column, message);
        }
    }

    /**
     * Returns the problem of an event; can be empty. Aliases and tags are refused, so that the work stays linear in the
     * length of the text.
     */
    private static String refusal(Event event, int depth, int documents) {
        if (event instanceof AliasEvent) {
            return "aliases (*name) are not supported; write the value out";
        } else if (documents > 1) {
            return "a second document begins here; expected only one";
        }
        boolean scalar = event instanceof ScalarEvent;
        if ((scalar || event instanceof CollectionStartEvent) && depth > MAX_DEPTH) {
            return "nested too deeply; expected at most " + MAX_DEPTH + " levels";
        } else if ((scalar && ((ScalarEvent) event).getTag().isPresent())
                || (event instanceof CollectionStartEvent start
                        && start.getTag().isPresent())) {
            return "tags (!name) are not supported; write the plain value";
        }
        return scalar && ((ScalarEvent) event).getValue().codePoints().anyMatch(Yaml::half)
                ? "an escape here is half of a surrogate pair, not a character"
                : "";
    }

    private static boolean half(int codePoint) {
        return Character.getType(codePoint) == Character.SURROGATE;
    }

    private static Optional<Node> composed(String text, Location location) {
        Optional<Node> root = new Compose(LOAD).composeString(text);
        if (root.filter(node -> !(node instanceof ScalarNode scalar
                        && scalar.isPlain()
                        && scalar.getValue().isEmpty()))
                .isPresent()) {
            return root;
        }
        location.problem(0, 0, "the file is empty");
        return Optional.empty();
    }

    private static boolean printable(String text, Location location) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            if (!StreamReader.isPrintable(character)) {
                location.problem(
                        line,
                        column,
                        String.format(
                                Locale.ROOT,
                                "the character U+%04X is not allowed in YAML; expected plain text",
                                character));
                return false;
            }
            column = character == '\n' ? 1 : column + 1;
            line = character == '\n' ? line + 1 : line;
            i += Character.charCount(character);
        }
        return true;
    }

    /** Returns a scalar that is no string. */
    static ScalarNode plain(String text) {
        Tag tag = LOAD.getSchema().getScalarResolver().resolve(text, true);
        return new ScalarNode(tag, text, ScalarStyle.PLAIN);
    }

    /** Returns a string scalar, with quotes if YAML would infer another type. */
    static ScalarNode text(String text) {
        boolean safe = SAFE_WITHOUT_QUOTES.matcher(text).matches() && kind(plain(text)) == ScalarKind.TEXT;
        return new ScalarNode(Tag.STR, text, safe ? ScalarStyle.PLAIN : ScalarStyle.DOUBLE_QUOTED);
    }

    static String write(Node node) {
        return new Present(DUMP)
                .emitToString(new Serialize(DUMP).serializeOne(node).iterator());
    }
}
