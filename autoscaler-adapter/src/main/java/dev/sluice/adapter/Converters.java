package dev.sluice.adapter;

import dev.sluice.adapter.demand.ExporterReader;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.TypeConversionException;

/** The types of the options, from and to text. */
final class Converters {

    private static final int MAX_PORT = 65_535;
    private static final Pattern NAMED = Pattern.compile("([A-Za-z0-9._-]+)=(.*)", Pattern.DOTALL);
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
    private static final Map<String, ChronoUnit> UNITS =
            Map.of("ms", ChronoUnit.MILLIS, "s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS);

    private Converters() {}

    /** Returns a value in the syntax of its option; empty if the option is not set. */
    static Optional<String> text(@Nullable Object value) {
        if (value == null || value.equals(List.of())) {
            return Optional.empty();
        } else if (value instanceof Optional<?> some) {
            return some.flatMap(Converters::text);
        } else if (value instanceof Duration duration) {
            return Optional.of(duration.toMillis() + "ms");
        } else if (value instanceof Collection<?> several) {
            return Optional.of(several.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        return Optional.of(value instanceof Enum<?> choice ? choice.name().toLowerCase(Locale.ROOT) : value.toString());
    }

    /** Returns the command with the converters of its options. Each option of a type has the same syntax. */
    static CommandLine command(CommandSpec specification) {
        return new CommandLine(specification)
                .registerConverter(int.class, new Converter<>(Converters::port))
                .registerConverter(Integer.class, new Converter<>(Converters::port))
                .registerConverter(Duration.class, new Converter<>(Converters::duration))
                .registerConverter(BigDecimal.class, new Converter<>(Converters::share))
                .registerConverter(Path.class, new Converter<>(Converters::readableFile))
                .registerConverter(ExporterReader.Endpoint.class, new Converter<>(Converters::exporter));
    }

    /** Not a lambda: Java 17 crashes when it archives a lambda of a type in picocli, whose class files are old. */
    private record Converter<T>(Function<String, T> parser) implements ITypeConverter<T> {
        @Override
        public T convert(String text) {
            return parser.apply(text);
        }
    }

    private static int port(String text) {
        int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : -1;
        require(port >= 0 && port <= MAX_PORT, "must be a number from 0 to " + MAX_PORT + ", not '" + text + "'");
        return port;
    }

    private static Duration duration(String text) {
        Matcher duration = DURATION.matcher(text);
        require(duration.matches(), "must be a duration such as 500ms, 5s or 2m, not '" + text + "'");
        return Duration.of(Long.parseLong(duration.group(1)), UNITS.get(duration.group(2)));
    }

    private static BigDecimal share(String text) {
        require(text.matches("0(\\.[0-9]{1,6})?"), "must be a share such as 0.1, less than 1, not '" + text + "'");
        return new BigDecimal(text);
    }

    private static Path readableFile(String name) {
        Path file = Path.of(name);
        require(Files.isReadable(file) && !Files.isDirectory(file), "the file " + name + " cannot be read");
        return file;
    }

    /** Returns an exporter, whose name defaults to host and port. Messages do not repeat a URL with a password. */
    private static ExporterReader.Endpoint exporter(String value) {
        String text = value.strip();
        Matcher named = NAMED.matcher(text);
        try {
            URI url = new URI(named.matches() ? named.group(2) : text);
            require(
                    Set.of("http", "https").contains(String.valueOf(url.getScheme())),
                    "the URL must start with http:// or https://, as http://sluice-exporter.slurm:8080");
            require(url.getRawUserInfo() == null, "the URL must not have a user or a password; use --exporter-token");
            require(url.getHost() != null, "the URL " + url + " has no host");
            require(
                    url.getRawQuery() == null && url.getRawFragment() == null,
                    "the URL " + url + " must not have a query or a fragment");
            String path = url.getRawPath().replaceFirst("/+$", "");
            return new ExporterReader.Endpoint(
                    named.matches() ? named.group(1) : url.getRawAuthority(),
                    new URI(url.getScheme() + "://" + url.getRawAuthority() + path));
        } catch (URISyntaxException e) {
            throw new TypeConversionException("not a URL: " + e.getReason());
        }
    }

    private static void require(boolean valid, String complaint) {
        if (!valid) {
            throw new TypeConversionException(complaint);
        }
    }
}
