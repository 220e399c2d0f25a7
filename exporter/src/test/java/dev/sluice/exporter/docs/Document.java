package dev.sluice.exporter.docs;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One Markdown file of the repository.
 *
 * @param path the file, relative to the root of the repository
 * @param text content of the file
 */
record Document(Path path, String text) {

    private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)|(?:href|src|srcset)=\"([^\"]+)\"");

    /**
     * Returns all documents at the root of the repository, below docs/ and in alerts/, and the list of documents for
     * programs.
     */
    static List<Document> all() {
        Path root = GoldenFile.repositoryRoot();
        try (Stream<Path> top = Files.list(root);
                Stream<Path> docs = Files.walk(root.resolve("docs"));
                Stream<Path> alerts = Files.list(root.resolve("alerts"))) {
            return Stream.of(top, docs, alerts)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md") || file.endsWith("llms.txt"))
                    .sorted()
                    .map(file -> read(root.relativize(file)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Document read(Path path) {
        try {
            String text = Files.readString(GoldenFile.repositoryRoot().resolve(path));
            return new Document(path, text.replace("\r\n", "\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the content of fenced blocks in the given language. */
    List<String> blocks(String language) {
        return FENCED.matcher(text)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    /** Returns the targets of links and images that are not on another host. */
    List<String> localLinks() {
        return LINK.matcher(prose())
                .results()
                .map(Document::target)
                .filter(target -> !target.matches("[a-z]+:.*"))
                .toList();
    }

    private static String target(MatchResult link) {
        return link.group(1) == null ? link.group(2) : link.group(1);
    }

    /** Returns the anchors of the document's headings, in GitHub's format. */
    Set<String> anchors() {
        Set<String> anchors = new LinkedHashSet<>();
        Map<String, Integer> seen = new HashMap<>();
        for (String heading : headings()) {
            String anchor = heading.toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            int earlier = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(earlier == 0 ? anchor : anchor + "-" + earlier);
        }
        return anchors;
    }

    /**
     * Returns the cells of all tables with the given header, row by row, without the header row and the delimiter row.
     */
    List<List<String>> rows(List<String> header) {
        List<List<String>> rows = new ArrayList<>();
        boolean inTable = false;
        for (String line : text.lines().toList()) {
            List<String> cells = line.startsWith("|") ? cells(line) : List.of();
            if (inTable && !cells.isEmpty() && !cells.get(0).startsWith("---")) {
                rows.add(cells);
            }
            inTable = cells.equals(header) || (inTable && !cells.isEmpty());
        }
        return rows;
    }

    private static List<String> cells(String line) {
        return Stream.of(line.substring(1, line.lastIndexOf('|')).split("(?<!\\\\)\\|", -1))
                .map(cell -> cell.strip().replace("\\|", "|"))
                .toList();
    }

    private List<String> headings() {
        return HEADING.matcher(prose())
                .results()
                .map(heading -> heading.group(1))
                .toList();
    }

    private String prose() {
        return FENCED.matcher(text).replaceAll("");
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
