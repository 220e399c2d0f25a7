package dev.sluice.exporter.rules;

import dev.sluice.exporter.rules.Expr.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of a PromQL text, read from left to right. */
final class Tokens {

    enum Kind {
        NAME,
        NUMBER,
        DURATION,
        STRING,
        /** A variable {@code $name} or {@code ${name}}. The dashboard replaces the variable before the query. */
        VARIABLE,
        OPERATOR,
        END
    }

    record Token(Kind kind, String text, Span span) {}

    private static final Pattern TOKEN = Pattern.compile("(?<SPACE>\\s+|#[^\\n]*)"
            + "|(?<VARIABLE>\\$\\{[^}]*}|\\$\\w+)"
            + "|(?<DURATION>(?:\\d+(?:ms|[smhdwy]))+(?![\\w.]))"
            + "|(?<NUMBER>0[xX][0-9a-fA-F]+|(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)"
            + "|(?<NAME>[a-zA-Z_][\\w:]*)"
            + "|(?<STRING>\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`[^`]*`)"
            + "|(?<OPERATOR>=~|!~|!=|==|<=|>=|[-+*/%^<>=@(){}\\[\\],:])");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int next;

    Tokens(String text) {
        this.text = text;
        Matcher matcher = TOKEN.matcher(text);
        int at = 0;
        while (at < text.length()) {
            matcher.region(at, text.length());
            if (!matcher.lookingAt()) {
                throw new PromQlException(text, at, "unexpected character '" + text.charAt(at) + "'");
            }
            for (Kind kind : Kind.values()) {
                if (kind != Kind.END && matcher.group(kind.name()) != null) {
                    tokens.add(new Token(kind, matcher.group(), new Span(at, matcher.end())));
                }
            }
            at = matcher.end();
        }
        tokens.add(new Token(Kind.END, "", new Span(text.length(), text.length())));
    }

    Token peek() {
        return tokens.get(next);
    }

    Token following() {
        return tokens.get(Math.min(next + 1, tokens.size() - 1));
    }

    Token take() {
        Token token = tokens.get(next);
        next = Math.min(next + 1, tokens.size() - 1);
        return token;
    }

    /** Returns the end of the last consumed token. */
    int end() {
        return next == 0 ? 0 : tokens.get(next - 1).span().end();
    }

    boolean at(String word) {
        Token token = peek();
        return (token.kind() == Kind.OPERATOR || token.kind() == Kind.NAME)
                && token.text().equals(word);
    }

    boolean takeIf(String word) {
        boolean there = at(word);
        if (there) {
            take();
        }
        return there;
    }

    Token expect(String word) {
        if (!at(word)) {
            throw wrong("expected '" + word + "'");
        }
        return take();
    }

    Token expect(Kind kind) {
        if (peek().kind() != kind) {
            throw wrong("expected a " + kind.name().toLowerCase(Locale.ROOT));
        }
        return take();
    }

    PromQlException wrong(String problem) {
        return new PromQlException(text, peek().span().start(), problem);
    }
}
