package dev.sluice.common.net;

/** The syntax of tokens in request headers. */
public final class TokenSyntax {

    private TokenSyntax() {}

    /**
     * Returns true if the token is one word of visible ASCII characters. Checked before a request, because the HTTP client
     * would quote an invalid token in an error message.
     */
    public static boolean isOneWord(String token) {
        return !token.isEmpty() && token.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}
