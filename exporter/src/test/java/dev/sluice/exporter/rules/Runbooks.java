package dev.sluice.exporter.rules;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The pages with instructions for firing alerts. */
final class Runbooks {

    static final Path FOLDER = Path.of("docs/runbooks");

    private Runbooks() {}

    /** Returns the names of all runbooks. A runbook has the name of its alert. */
    static List<String> names() {
        try (Stream<Path> files = Files.list(GoldenFile.repositoryRoot().resolve(FOLDER))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(file -> !file.equals("README.md"))
                    .map(file -> file.replaceFirst("\\.md$", ""))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(String alert) {
        return document(FOLDER.resolve(alert + ".md"));
    }

    /** Returns the content of a file of the repository. */
    static String document(Path path) {
        try {
            return Files.readString(GoldenFile.repositoryRoot().resolve(path)).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
