package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Location.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads the configuration file. */
public final class ConfigLoader {

    /**
     * Maximum size of the file. The limit is far above the size of any configuration, but low enough to read the file
     * into memory.
     */
    private static final int MAX_BYTES = 1024 * 1024;

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private ConfigLoader() {}

    /** Returns the configuration, or throws an exception with all problems of the file. */
    public static ExporterConfig load(Path file) throws ConfigException {
        Path directory = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file.toAbsolutePath());
        return parse(file.toString(), text(file), directory, ConfigLoader::readable);
    }

    /**
     * Parses the text of a configuration. Messages contain the given name. Relative paths are relative to the working
     * directory.
     */
    public static ExporterConfig parse(String name, String text) throws ConfigException {
        return parse(name, text, Path.of("").toAbsolutePath(), ConfigLoader::readable);
    }

    /** Parses the text of a configuration. The predicate tests whether a named file exists and is readable. */
    static ExporterConfig parse(String file, String text, Path directory, Predicate<Path> readable)
            throws ConfigException {
        List<Problem> problems = new ArrayList<>();
        Optional<ExporterConfig> config = ExporterConfig.SECTION.parse(text, directory, readable, problems::add);
        if (!problems.isEmpty()) {
            problems.sort(Comparator.comparingInt(Problem::line)
                    .thenComparingInt(Problem::column)
                    .thenComparing(Problem::path));
            throw new ConfigException(file, problems);
        }
        return config.orElseThrow(() -> new IllegalStateException("no configuration and no problem"));
    }

    static boolean readable(Path path) {
        return Files.isRegularFile(path) && Files.isReadable(path);
    }

    private static String text(Path file) throws ConfigException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw unusable(file, "the file is too large; expected at most 1 MiB");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (NoSuchFileException e) {
            throw unusable(file, "the file does not exist");
        } catch (AccessDeniedException e) {
            throw unusable(file, "the file is not readable: permission denied");
        } catch (CharacterCodingException e) {
            throw unusable(file, "the file is not UTF-8 text");
        } catch (IOException e) {
            String what = Files.isDirectory(file) ? "it is a directory" : String.valueOf(e.getMessage());
            throw unusable(file, "the file cannot be read: " + what);
        }
    }

    private static ConfigException unusable(Path file, String message) {
        return new ConfigException(file.toString(), List.of(new Problem(0, 0, "", message)));
    }
}
