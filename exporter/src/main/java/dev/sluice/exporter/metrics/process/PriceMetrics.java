package dev.sluice.exporter.metrics.process;

import dev.sluice.exporter.derive.usage.PriceList.HourPrice;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import java.util.List;

/**
 * The configured prices.
 *
 * @param currency code of the currency
 */
public record PriceMetrics(List<String> clusters, String currency, List<HourPrice> prices) {

    public static final Section<PriceMetrics> SECTION = Section.of(
            "Prices",
            "sluice",
            "Only with `prices`. `partition` and `nodeset` are empty for a price of all partitions or nodes.",
            price(false)
                    .gauge("sluice_gpu_hour_price")
                    .help("Current price of a GPU-hour.")
                    .value(price -> price.price.price().doubleValue()),
            price(true)
                    .gauge("sluice_cpu_hour_price")
                    .help("Current price of a CPU-hour of jobs without GPUs.")
                    .value(price -> price.price.price().doubleValue()));

    /** The price in one cluster. */
    private record Price(String cluster, String currency, HourPrice price) {}

    private static Scope<PriceMetrics, Price> price(boolean ofCpu) {
        Scope<PriceMetrics, Price> price = Scope.<PriceMetrics>of("process")
                .each(
                        (ofCpu ? "CPU" : "GPU") + " price, in each cluster",
                        (PriceMetrics metrics) -> metrics.prices(ofCpu))
                .by("cluster", Price::cluster);
        return (ofCpu ? price : price.by("gpu_type", one -> one.price.gpuType()))
                .by("partition", one -> one.price.partition())
                .by("nodeset", one -> one.price.nodeSet())
                .by("currency", Price::currency)
                .by("kind", one -> one.price.kind());
    }

    private List<Price> prices(boolean ofCpu) {
        return clusters.stream()
                .flatMap(cluster -> prices.stream()
                        .filter(price -> price.ofCpu() == ofCpu)
                        .map(price -> new Price(cluster, currency, price)))
                .toList();
    }
}
