package dev.sluice.exporter.config.cluster;

import dev.sluice.exporter.config.network.HttpUrl;
import dev.sluice.exporter.config.schema.BadValue;
import dev.sluice.exporter.config.schema.Place;
import dev.sluice.exporter.config.schema.TextType;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the URL of slurmrestd. Messages never quote the text, which may contain a password or a token. */
final class SlurmUrlType implements TextType<SlurmUrl> {

    private static final String SHAPES = "http://host:port[/base], https://host:port[/base] or unix:///path/of/socket";
    private static final Pattern SCHEME = Pattern.compile("(?i)(https?|unix):(.*)", Pattern.DOTALL);
    private static final Pattern REST =
            Pattern.compile("//(?<host>\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::(?<port>\\d+))?(?<path>/.*)?");
    private static final Pattern API = Pattern.compile("/slurm(db)?/v0\\.0\\.|/openapi(/|$)");
    private static final Pattern PATH = Pattern.compile("[A-Za-z0-9/._~!$&'()*+,;=:%-]*");

    @Override
    public String description() {
        return "URL: " + SHAPES;
    }

    @Override
    public SlurmUrl parse(String text, Place place) throws BadValue {
        Matcher scheme = SCHEME.matcher(text);
        if (!scheme.matches()) {
            throw HttpUrl.unexpected(text, SHAPES);
        }
        String rest = scheme.group(2);
        return scheme.group(1).equalsIgnoreCase("unix")
                ? unix(rest)
                : tcp(scheme.group(1).equalsIgnoreCase("https"), rest);
    }

    private static SlurmUrl unix(String rest) throws BadValue {
        String path = rest.startsWith("//") ? rest.substring(2) : rest;
        if (!path.startsWith("/") || path.contains("?") || path.contains("#")) {
            throw new BadValue("expected the absolute path of a socket, such as unix:///run/slurmrestd.sock");
        }
        try {
            return new SlurmUrl.UnixSocket(Path.of(path).normalize());
        } catch (InvalidPathException e) {
            throw new BadValue("expected the absolute path of a socket, such as unix:///run/slurmrestd.sock");
        }
    }

    private static SlurmUrl tcp(boolean tls, String rest) throws BadValue {
        if (rest.contains("@")) {
            throw new BadValue("must not contain credentials; use user and tokenFile or tokenEnv");
        }
        if (rest.contains("?") || rest.contains("#")) {
            throw new BadValue("must not contain a query or a fragment (from ? or # on)");
        }
        Matcher matcher = REST.matcher(rest);
        if (!matcher.matches()) {
            throw HttpUrl.unexpected("http:" + rest, SHAPES);
        }
        String host = matcher.group("host");
        return new SlurmUrl.Tcp(
                tls,
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                port(matcher.group("port"), tls),
                path(matcher.group("path")));
    }

    private static int port(String digits, boolean tls) throws BadValue {
        if (digits == null) {
            return tls ? 443 : 80;
        }
        int port = digits.length() > 5 ? 0 : Integer.parseInt(digits);
        if (port < 1 || port > 65535) {
            throw new BadValue("expected a port from 1 to 65535 in the URL");
        }
        return port;
    }

    private static String path(String path) throws BadValue {
        if (path == null) {
            return "";
        }
        if (!PATH.matcher(path).matches()) {
            throw new BadValue("expected a path of URL characters after the host, with others percent-encoded");
        }
        if (API.matcher(path).find()) {
            throw new BadValue("expected the base URL without slurmrestd's own path, such as /slurm/v0.0.42");
        }
        return path.replaceAll("/+$", "");
    }
}
