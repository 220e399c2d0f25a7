package dev.sluice.exporter.api;

import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.DemandReport;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import java.util.List;
import java.util.function.Supplier;

/**
 * Where the API's answers come from; each is asked on the event loop, for every request anew.
 *
 * @param status the present status
 * @param demand the present demand
 * @param views what the present numbers were made of, for every cluster
 * @param visibility what may be said of people
 */
public record ApiSources(
        Supplier<ExporterStatus> status,
        Supplier<DemandReport> demand,
        Supplier<List<ClusterView>> views,
        Visibility visibility) {}
