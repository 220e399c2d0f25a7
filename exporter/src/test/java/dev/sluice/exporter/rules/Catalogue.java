package dev.sluice.exporter.rules;

import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.metrics.family.MetricType;
import dev.sluice.exporter.rules.Expr.Selector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * All series that a query may use: the families that Sluice publishes, the recording rules, and a short list of
 * third-party series.
 */
public final class Catalogue {

    private final Map<String, Set<String>> labels;
    private final Set<String> counters;

    private Catalogue(Map<String, Set<String>> labels, Set<String> counters) {
        this.labels = Map.copyOf(labels);
        this.counters = Set.copyOf(counters);
    }

    /** Returns the catalogue without recording rules. */
    public static Catalogue ofFamilies() {
        Map<String, Set<String>> labels = new HashMap<>();
        Set<String> counters = new HashSet<>();
        ForeignSeries.labels().forEach((name, own) -> labels.put(name, scraped(own)));
        for (MetricFamily family : MetricCatalog.families()) {
            Set<String> own = scraped(new HashSet<>(family.labels()));
            if (family.type().name().equals("HISTOGRAM")) {
                Set<String> withBound = new HashSet<>(own);
                withBound.add("le");
                labels.put(family.name() + "_bucket", withBound);
                labels.put(family.name() + "_sum", own);
                labels.put(family.name() + "_count", own);
                counters.addAll(Set.of(family.name() + "_bucket", family.name() + "_sum", family.name() + "_count"));
            } else {
                labels.put(family.name(), own);
            }
            if (family.type() == MetricType.COUNTER) {
                counters.add(family.name());
            }
        }
        labels.keySet().stream().filter(name -> name.endsWith("_total")).forEach(counters::add);
        return new Catalogue(labels, counters);
    }

    /**
     * Returns the catalogue with the recording rules of {@code alerts/}. In the order of the files, a rule may use
     * earlier rules.
     */
    public static Catalogue withRules(List<Rule> rules) {
        Catalogue catalogue = ofFamilies();
        for (Rule rule : rules) {
            if (rule.recording()) {
                catalogue = catalogue.with(rule);
            }
        }
        return catalogue;
    }

    private Catalogue with(Rule rule) {
        Map<String, Set<String>> more = new HashMap<>(labels);
        Set<String> own = new TreeSet<>(labelsOf(PromQl.parse(rule.expression())));
        own.addAll(rule.labels().keySet());
        more.put(rule.name(), own);
        return new Catalogue(more, counters);
    }

    private static Set<String> scraped(Set<String> own) {
        Set<String> all = new HashSet<>(own);
        all.addAll(ForeignSeries.OF_THE_SCRAPE);
        return Set.copyOf(all);
    }

    /**
     * Returns the possible labels of a series, including labels from the scrape; empty if the series does not exist.
     */
    public Optional<Set<String>> labels(String series) {
        return Optional.ofNullable(labels.get(series));
    }

    /** Returns true if the series is a counter. Queries must read counters with rate or increase. */
    public boolean counter(String series) {
        return counters.contains(series);
    }

    /** Returns the possible labels of an expression's result. */
    public Set<String> labelsOf(Expr expression) {
        return new LabelFlow(this).labels(expression);
    }

    /** Returns the problems with the series, labels and label values in an expression. */
    public List<String> problems(Expr expression) {
        List<String> problems = new ArrayList<>();
        expression.walk().forEach(part -> {
            if (part instanceof Selector selector) {
                problems.addAll(problems(selector));
            }
        });
        problems.addAll(new LabelFlow(this).problems(expression));
        return problems;
    }

    private List<String> problems(Selector selector) {
        Optional<Set<String>> known = labels(selector.name());
        if (known.isEmpty()) {
            return List.of("no series is called " + selector.name());
        }
        List<String> problems = new ArrayList<>();
        for (Expr.Matcher matcher : selector.matchers()) {
            if (!known.get().contains(matcher.label())) {
                problems.add(selector.name() + " has no label " + matcher.label());
            }
            LabelValues.impossible(selector.name(), matcher)
                    .ifPresent(value ->
                            problems.add(selector.name() + " never has " + matcher.label() + "=\"" + value + "\""));
        }
        return problems;
    }

    /** Returns Sluice's families, the rules and the third-party series, for messages. */
    @Override
    public String toString() {
        return Objects.toString(new TreeSet<>(labels.keySet()));
    }
}
