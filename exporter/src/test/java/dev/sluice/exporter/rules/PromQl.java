package dev.sluice.exporter.rules;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds names in PromQL text with regular expressions. promtool and a real Prometheus parse the same text. */
final class PromQl {

    private static final Pattern TEXT = Pattern.compile("#[^\\n]*|\"[^\"]*\"");
    private static final Pattern LABELS = Pattern.compile(
            "\\{[^}]*}|\\[[^]]*]|\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)|\\$\\w+");
    private static final Pattern NAME = Pattern.compile("(?<![\\w:])([a-zA-Z_:][\\w:]*+)(?!\\s*\\()");
    private static final Pattern COUNTED =
            Pattern.compile("(?:rate|increase|irate|resets|changes)\\(\\s*([a-zA-Z_:][\\w:]*)");
    private static final Pattern WINDOW = Pattern.compile("\\[([^]:]+)(?::[^]]*)?]");
    /** Operators. The labels of an aggregation can follow its name. */
    private static final Set<String> KEYWORDS = Set.of(
            ("and or unless bool offset inf nan group_left group_right sum min max avg count group topk bottomk quantile"
                            + " count_values stddev stdvar")
                    .split(" ", -1));

    private PromQl() {}

    /** Replaces texts, labels and windows by characters without meaning. The positions of all other text stay. */
    static String masked(String expression) {
        String withoutTexts = mask(TEXT, expression);
        return mask(LABELS, withoutTexts);
    }

    private static String mask(Pattern pattern, String text) {
        return pattern.matcher(text)
                .replaceAll(found -> (found.group().startsWith("\"")
                                        || found.group().startsWith("$")
                                ? "0"
                                : " ")
                        .repeat(found.group().length()));
    }

    /** Returns the names of the series in an expression, in the order of the text. */
    static Set<String> series(String expression) {
        return NAME.matcher(masked(expression))
                .results()
                .map(name -> name.group(1))
                .filter(name -> !KEYWORDS.contains(name))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the names of the series whose increase, rate or changes an expression reads. */
    static Set<String> counted(String expression) {
        return COUNTED.matcher(expression).results().map(name -> name.group(1)).collect(Collectors.toSet());
    }

    /** Returns the lengths of the windows in an expression. */
    static List<String> windows(String expression) {
        return WINDOW.matcher(mask(TEXT, expression))
                .results()
                .map(window -> window.group(1))
                .toList();
    }
}
