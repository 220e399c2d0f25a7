package dev.sluice.exporter.slurm;

import dev.sluice.exporter.config.schema.HttpUrl;
import dev.sluice.exporter.config.schema.Location;
import dev.sluice.exporter.config.schema.ServerUrl;
import dev.sluice.exporter.config.schema.TextType;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The URL of slurmrestd. Messages never quote the text, which may contain a password or a token. */
public final class SlurmUrlType implements TextType<ServerUrl> {

    private static final String SHAPES = "http://host:port[/base], https://host:port[/base] or unix:///path/of/socket";
    private static final Pattern UNIX = Pattern.compile("(?i)unix:(//)?");
    private static final Pattern API = Pattern.compile("/slurm(db)?/v0\\.0\\.|/openapi(/|$)");

    @Override
    public String description() {
        return "URL: " + SHAPES;
    }

    @Override
    public ServerUrl parse(String text, Location location) throws BadValue {
        if (UNIX.matcher(text).lookingAt()) {
            return unix(UNIX.matcher(text).replaceFirst(""));
        }
        HttpUrl url = HttpUrl.parse(text, SHAPES, "user and tokenFile or tokenEnv");
        if (API.matcher(url.path()).find()) {
            throw new BadValue("expected the base URL without slurmrestd's own path, such as /slurm/v0.0.42");
        }
        return url;
    }

    private static ServerUrl unix(String path) throws BadValue {
        try {
            if (path.startsWith("/") && !path.contains("?") && !path.contains("#")) {
                return new ServerUrl.UnixSocket(Path.of(path).normalize());
            }
        } catch (InvalidPathException e) {
            // As for a relative path.
        }
        throw new BadValue("expected the absolute path of a socket, such as unix:///run/slurmrestd.sock");
    }
}
