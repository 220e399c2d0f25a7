package dev.sluice.adapter.demand;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;

/**
 * Reads values of a JSON document, each from its first token on, which is the parser's present one; what does not fit is
 * a failure that names its place.
 */
final class JsonPlace {

    private final JsonParser parser;

    JsonPlace(JsonParser parser) {
        this.parser = parser;
    }

    /** What is done with a member of an object. */
    @FunctionalInterface
    interface Member {
        void read(String name) throws IOException, BadDemand;
    }

    /** What is done with an element of an array. */
    @FunctionalInterface
    interface Element {
        void read() throws IOException, BadDemand;
    }

    void object(Member member) throws IOException, BadDemand {
        expect(parser.currentToken() == JsonToken.START_OBJECT, "an object");
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            member.read(name);
        }
    }

    void array(Element element) throws IOException, BadDemand {
        expect(parser.currentToken() == JsonToken.START_ARRAY, "an array");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            element.read();
        }
    }

    String text() throws IOException, BadDemand {
        expect(parser.currentToken() == JsonToken.VALUE_STRING, "a text");
        return parser.getText();
    }

    /** A text that is not empty. */
    String name() throws IOException, BadDemand {
        String name = text();
        if (name.isEmpty()) {
            throw new BadDemand(where() + " is empty");
        }
        return name;
    }

    boolean truth() throws IOException, BadDemand {
        JsonToken token = parser.currentToken();
        expect(token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE, "true or false");
        return token == JsonToken.VALUE_TRUE;
    }

    /** A number from 0 to the most that Kubernetes takes as replicas. */
    long count() throws IOException, BadDemand {
        expect(parser.currentToken() == JsonToken.VALUE_NUMBER_INT, "a whole number");
        BigDecimal count = parser.getDecimalValue();
        if (count.signum() < 0) {
            throw new BadDemand(where() + " is negative");
        }
        if (count.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
            throw new BadDemand(where() + " is more than " + Integer.MAX_VALUE);
        }
        return count.longValue();
    }

    BigDecimal number() throws IOException, BadDemand {
        JsonToken token = parser.currentToken();
        expect(token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT, "a number");
        return parser.getDecimalValue();
    }

    void skip() throws IOException {
        parser.skipChildren();
    }

    /** The place of the last value, such as {@code clusters[0].nodeSets[2].desired}. */
    String where() {
        JsonStreamContext context = parser.getParsingContext();
        JsonToken token = parser.currentToken();
        boolean opens = token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY;
        // Behind an opening bracket, the parser is inside already.
        return place(opens ? context.getParent() : context);
    }

    private void expect(boolean fits, String wanted) throws BadDemand {
        if (!fits) {
            throw new BadDemand(where() + " is not " + wanted);
        }
    }

    private static String place(JsonStreamContext context) {
        StringBuilder place = new StringBuilder();
        for (JsonStreamContext at = context; at != null && !at.inRoot(); at = at.getParent()) {
            if (at.inArray()) {
                place.insert(0, "[" + at.getCurrentIndex() + "]");
            } else if (at.getCurrentName() != null) {
                place.insert(0, "." + at.getCurrentName());
            }
        }
        return place.isEmpty() ? "the document" : place.substring(place.charAt(0) == '.' ? 1 : 0);
    }
}
