package dev.sluice.adapter.metrics;

/** Splits a label selector into symbols and words. */
final class SelectorTokens {

    private static final String SYMBOLS = "=!(),<>";

    private final String text;
    private int next;

    SelectorTokens(String text) {
        this.text = text;
    }

    /** Returns the next token; empty at the end. */
    String peek() {
        int before = next;
        String token = take();
        next = before;
        return token;
    }

    /** Consumes and returns the next token; empty at the end. */
    String take() {
        while (next < text.length() && isBlank(text.charAt(next))) {
            next++;
        }
        int start = next;
        if (start == text.length()) {
            return "";
        }
        if (isSymbol(start)) {
            next = start + (isPair(start) ? 2 : 1);
        } else {
            while (next < text.length() && !isSymbol(next) && !isBlank(text.charAt(next))) {
                next++;
            }
        }
        return text.substring(start, next);
    }

    static boolean isWord(String token) {
        return !token.isEmpty() && SYMBOLS.indexOf(token.charAt(0)) < 0;
    }

    private boolean isSymbol(int at) {
        return SYMBOLS.indexOf(text.charAt(at)) >= 0;
    }

    /** Returns true for {@code ==} and {@code !=}. */
    private boolean isPair(int at) {
        char c = text.charAt(at);
        return (c == '=' || c == '!') && at + 1 < text.length() && text.charAt(at + 1) == '=';
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
}
