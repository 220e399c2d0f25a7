package dev.sluice.common.log;

import java.util.regex.Pattern;

/**
 * Cleans text from Slurm's users and from servers before logs, terminals, labels and the status page show the text.
 * Examples are names, reasons, comments and error messages. Replaces characters that a terminal would obey or a reader
 * could not see.
 */
public final class OutsideText {

    private static final Pattern BREAK = Pattern.compile("[\\n\\r\\t]");

    /** Control characters, writing directions, private use, halves of pairs, separators of lines and paragraphs. */
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Co}]");

    private static final String SECRET = "[secret]";

    /**
     * A JSON Web Token begins with the base64 of an opening brace and a quote; the rest of the token is possibly cut
     * off.
     */
    private static final Pattern SECRETS = Pattern.compile(
            "eyJ[A-Za-z0-9_-]{6,}(?:\\.[A-Za-z0-9_-]*){0,4}|(?i:\\b(?:bearer|basic)\\s+)[A-Za-z0-9._~+/-]{8,}=*");

    private static final int MIN_SECRET = 8;

    private OutsideText() {}

    /**
     * Returns the text on one line, without characters that change how a terminal or a browser shows the rest: control
     * characters, ANSI sequences, line separators, writing directions, unpaired surrogates. A line break or tab becomes
     * a space.
     */
    public static String printable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                return NOT_PRINTABLE
                        .matcher(BREAK.matcher(text).replaceAll(" "))
                        .replaceAll("?");
            }
        }
        return text;
    }

    /** Returns {@link #printable} text without tokens. */
    public static String message(String text) {
        return SECRETS.matcher(printable(text)).replaceAll(SECRET);
    }

    /**
     * Returns {@link #message} text without a known secret.
     *
     * @param secret secret to remove; a secret of fewer than 8 characters is ignored, because such a short text could
     *     match any text
     */
    public static String without(String secret, String text) {
        return message(secret.length() < MIN_SECRET ? text : text.replace(secret, SECRET));
    }

    /**
     * Returns whether a token is one word of visible ASCII characters. Checked before a request, because an HTTP client
     * would quote another token in an error message.
     */
    public static boolean isOneWord(String token) {
        return token.matches("[!-~]+");
    }
}
