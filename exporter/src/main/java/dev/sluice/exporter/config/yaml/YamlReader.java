package dev.sluice.exporter.config.yaml;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads one YAML document into a tree. Refuses aliases, merge keys and tags, and limits the depth of nesting. These
 * limits keep the work linear in the length of the text.
 */
public final class YamlReader {

    /** Maximum depth of nesting. The limit is above the depth of any configuration, but low enough for any stack. */
    private static final int MAX_DEPTH = 16;

    private static final String EMPTY = "the file is empty";

    private final Iterator<Event> events;
    private final BiConsumer<Position, String> problems;
    private Position latest = Position.NOWHERE;

    /** Thrown if the text is unreadable after a position. */
    private static final class YamlException extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient Position position;

        YamlException(Position position, String message) {
            super(message);
            this.position = position;
        }
    }

    private YamlReader(Iterator<Event> events, BiConsumer<Position, String> problems) {
        this.events = events;
        this.problems = problems;
    }

    /** Returns the tree of the only document. If the text has problems, reports the problems and returns empty. */
    public static Optional<YamlNode> read(String text, BiConsumer<Position, String> problems) {
        if (hasUnprintable(text, problems)) {
            return Optional.empty();
        }
        LoadSettings settings = LoadSettings.builder()
                .setCodePointLimit(Integer.MAX_VALUE)
                .setUseMarks(true)
                .build();
        YamlReader reader = new YamlReader(new Parse(settings).parseString(text).iterator(), problems);
        try {
            return Optional.of(reader.document());
        } catch (YamlException e) {
            problems.accept(e.position, String.valueOf(e.getMessage()));
        } catch (MarkedYamlEngineException e) {
            problems.accept(
                    e.getProblemMark().map(YamlReader::position).orElse(Position.NOWHERE),
                    "not valid YAML: " + sentence(e));
        } catch (YamlEngineException e) {
            problems.accept(reader.latest, "not valid YAML: " + e.getMessage());
        } catch (NumberFormatException e) {
            // snakeyaml-engine 3.2 throws this exception for "\UFFFFFFFF", because the number does not fit into an int.
            problems.accept(reader.latest, "not valid YAML: an escape after this is no character");
        }
        return Optional.empty();
    }

    private Event next() {
        Event event = events.next();
        latest = start(event);
        return event;
    }

    private YamlNode document() throws YamlException {
        next(); // The start of the stream.
        if (next().getEventId() == Event.ID.StreamEnd) {
            throw new YamlException(Position.NOWHERE, EMPTY);
        }
        YamlNode document = node(next(), 1);
        next(); // The end of the document.
        Event after = next();
        if (after.getEventId() != Event.ID.StreamEnd) {
            throw new YamlException(start(after), "a second document begins here; expected only one");
        }
        if (nothing(document)) {
            throw new YamlException(Position.NOWHERE, EMPTY);
        }
        return document;
    }

    private YamlNode node(Event event, int depth) throws YamlException {
        Position position = start(event);
        if (depth > MAX_DEPTH) {
            throw new YamlException(position, "nested too deeply; expected at most " + MAX_DEPTH + " levels");
        }
        if (event instanceof AliasEvent) {
            problems.accept(position, "aliases (*name) are not supported; write the value out");
            return new YamlUnusable(position);
        }
        if (event instanceof ScalarEvent scalar) {
            return scalar.getTag().isPresent() ? tagged(position) : scalar(scalar, position);
        }
        if (event instanceof CollectionStartEvent start) {
            YamlNode node =
                    event.getEventId() == Event.ID.MappingStart ? mapping(position, depth) : sequence(position, depth);
            return start.getTag().isPresent() ? tagged(position) : node;
        }
        throw new IllegalStateException("not the beginning of a value: " + event);
    }

    private static boolean nothing(YamlNode document) {
        return document instanceof YamlScalar scalar
                && scalar.plain()
                && scalar.text().isEmpty();
    }

    private YamlNode scalar(ScalarEvent scalar, Position position) {
        if (scalar.getValue().codePoints().anyMatch(YamlReader::half)) {
            problems.accept(position, "an escape here is half of a surrogate pair, not a character");
            return new YamlUnusable(position);
        }
        return new YamlScalar(scalar.getValue(), scalar.isPlain(), position);
    }

    private static boolean half(int codePoint) {
        return Character.getType(codePoint) == Character.SURROGATE;
    }

    private YamlNode tagged(Position position) {
        problems.accept(position, "tags (!name) are not supported; write the plain value");
        return new YamlUnusable(position);
    }

    private YamlSequence sequence(Position position, int depth) throws YamlException {
        List<YamlNode> items = new ArrayList<>();
        for (Event event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
            items.add(node(event, depth + 1));
        }
        return new YamlSequence(items, position);
    }

    private YamlMapping mapping(Position position, int depth) throws YamlException {
        List<YamlEntry> entries = new ArrayList<>();
        for (Event event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
            YamlNode key = node(event, depth + 1);
            YamlNode value = node(next(), depth + 1);
            key(key).ifPresent(text -> entries.add(new YamlEntry(text, value, key.position())));
        }
        return new YamlMapping(entries, position);
    }

    private Optional<String> key(YamlNode key) {
        if (key instanceof YamlUnusable) {
            return Optional.empty();
        }
        if (!(key instanceof YamlScalar scalar)) {
            problems.accept(key.position(), "a list or a mapping cannot be a key; expected a word");
            return Optional.empty();
        }
        if (scalar.plain() && scalar.text().equals("<<")) {
            problems.accept(key.position(), "merge keys (<<) are not supported; write the keys out");
            return Optional.empty();
        }
        return Optional.of(scalar.text());
    }

    private static boolean hasUnprintable(String text, BiConsumer<Position, String> problems) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            if (!StreamReader.isPrintable(character)) {
                String message = String.format(
                        Locale.ROOT, "the character U+%04X is not allowed in YAML; expected plain text", character);
                problems.accept(new Position(line, column), message);
                return true;
            }
            column = character == '\n' ? 1 : column + 1;
            line = character == '\n' ? line + 1 : line;
            i += Character.charCount(character);
        }
        return false;
    }

    private static String sentence(MarkedYamlEngineException e) {
        String context = e.getContext();
        return context == null || context.isBlank() ? e.getProblem() : context + ", " + e.getProblem();
    }

    private static Position start(Event event) {
        return event.getStartMark().map(YamlReader::position).orElse(Position.NOWHERE);
    }

    private static Position position(Mark mark) {
        return new Position(mark.getLine() + 1, mark.getColumn() + 1);
    }
}
