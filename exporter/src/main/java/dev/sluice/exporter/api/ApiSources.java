package dev.sluice.exporter.api;

import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.DemandReport;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import java.util.List;
import java.util.function.Supplier;

/**
 * The sources of the API's responses, called on the event loop for every request.
 *
 * @param status current status
 * @param demand current demand
 * @param views current view of every cluster
 * @param visibility rules for showing names of people
 */
public record ApiSources(
        Supplier<ExporterStatus> status,
        Supplier<DemandReport> demand,
        Supplier<List<ClusterView>> views,
        Visibility visibility) {}
