package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.schema.TextType.BadValue;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The base URL of a server.
 *
 * @param tls true for https
 * @param host name or address; IPv6 without brackets
 * @param port 1 to 65535
 * @param path prefix of the paths of requests: empty, or begins with a slash and does not end with a slash
 */
public record HttpUrl(boolean tls, String host, int port, String path) implements ServerUrl {

    /** Valid URLs, for messages. */
    public static final String SHAPES = "http://host:port[/base] or https://host:port[/base]";

    private static final List<String> SCHEMES = List.of("https", "http", "unix");
    private static final Pattern SCHEME = Pattern.compile("(?i)(https?):(.*)", Pattern.DOTALL);
    private static final Pattern REST =
            Pattern.compile("//(?<host>\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::(?<port>\\d+))?(?<path>/.*)?");
    private static final Pattern PATH = Pattern.compile("[A-Za-z0-9/._~!$&'()*+,;=:%-]*");

    /**
     * Parses a URL. Messages never quote an invalid URL, because the URL may contain a password.
     *
     * @param shapes valid URLs, for messages
     * @param credentials the place of credentials, which the URL must not contain
     */
    public static HttpUrl parse(String text, String shapes, String credentials) throws BadValue {
        Matcher scheme = SCHEME.matcher(text);
        if (!scheme.matches()) {
            throw unexpected(text, shapes);
        }
        String rest = scheme.group(2);
        if (rest.contains("@")) {
            throw new BadValue("must not contain credentials; use " + credentials);
        }
        if (rest.contains("?") || rest.contains("#")) {
            throw new BadValue("must not contain a query or a fragment (from ? or # on)");
        }
        Matcher matcher = REST.matcher(rest);
        if (!matcher.matches()) {
            throw unexpected("http:" + rest, shapes);
        }
        boolean tls = scheme.group(1).equalsIgnoreCase("https");
        String digits = matcher.group("port");
        int port = digits == null ? (tls ? 443 : 80) : digits.length() > 5 ? 0 : Integer.parseInt(digits);
        if (port < 1 || port > 65535) {
            throw new BadValue("expected a port from 1 to 65535 in the URL");
        }
        String path = matcher.group("path") == null ? "" : matcher.group("path");
        if (!PATH.matcher(path).matches()) {
            throw new BadValue("expected a path of URL characters after the host, with others percent-encoded");
        }
        return new HttpUrl(tls, matcher.group("host").replaceAll("[\\[\\]]", ""), port, path.replaceAll("/+$", ""));
    }

    /** Returns the message for a text that is no URL. Quotes only the scheme, because the rest may be a password. */
    private static BadValue unexpected(String text, String shapes) {
        String expected = "expected " + shapes;
        if (text.contains("$")) {
            return new BadValue(expected + "; environment variables are not expanded here");
        }
        if (text.chars().anyMatch(Character::isWhitespace)) {
            return new BadValue(expected + ", without blanks");
        }
        int end = text.indexOf("://");
        if (end < 0) {
            return new BadValue(expected + ", with the scheme");
        }
        String scheme = text.substring(0, end);
        return SCHEMES.contains(scheme)
                ? new BadValue(expected)
                : new BadValue(expected + ", got the scheme " + Quotes.quote(scheme)
                        + Suggestions.nearest(scheme, SCHEMES)
                                .map(nearest -> "; did you mean " + nearest + "?")
                                .orElse(""));
    }

    /** Returns the host in the form that a URL contains. */
    public String urlHost() {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    @Override
    public String shown() {
        return urlHost() + ":" + port;
    }

    @Override
    public String toString() {
        return (tls ? "https://" : "http://") + shown() + path;
    }
}
