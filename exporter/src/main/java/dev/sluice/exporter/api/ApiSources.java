package dev.sluice.exporter.api;

import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.usage.MonthUsage;
import dev.sluice.exporter.derive.usage.PriceList;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The sources of the API's responses, called for every request on any thread.
 *
 * @param visibility visibility for readers that no trusted proxy identifies
 * @param prices configured prices
 * @param usage returns the known months of a cluster
 */
public record ApiSources(
        Clock clock,
        Supplier<ExporterStatus> status,
        Visibility visibility,
        PriceList prices,
        Function<String, List<MonthUsage>> usage) {}
