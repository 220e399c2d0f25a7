package dev.sluice.common.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.LogRecord;
import org.slf4j.event.KeyValuePair;

/**
 * The content of a Sluice event.
 *
 * @param phrase message of the event
 * @param fields key-values of the event, in order; numbers and booleans unchanged, any other value as text
 */
record LogFields(String phrase, List<KeyValuePair> fields) {

    static LogFields of(String phrase, List<KeyValuePair> pairs) {
        List<KeyValuePair> fields = new ArrayList<>();
        for (KeyValuePair pair : pairs) {
            boolean plain = pair.value instanceof Number || pair.value instanceof Boolean;
            fields.add(new KeyValuePair(pair.key, plain ? pair.value : String.valueOf(pair.value)));
        }
        return new LogFields(phrase, fields);
    }

    /** Returns the fields of an event logged through SLF4J; empty for other events. */
    static Optional<LogFields> of(LogRecord event) {
        Object[] parameters = event.getParameters();
        return parameters != null && parameters.length == 1 && parameters[0] instanceof LogFields fields
                ? Optional.of(fields)
                : Optional.empty();
    }

    /** Returns the message of a log record, for handlers that do not know the fields: the fields, then the phrase. */
    String asText() {
        StringBuilder line = new StringBuilder();
        fields.forEach(
                field -> line.append(field.key).append('=').append(field.value).append(' '));
        return line.append(phrase).toString();
    }
}
