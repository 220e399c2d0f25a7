package dev.sluice.exporter;

import dev.sluice.exporter.config.PricesConfig;
import dev.sluice.exporter.config.PricesConfig.HourPriceConfig;
import dev.sluice.exporter.derive.cost.HourPrice;
import dev.sluice.exporter.derive.cost.PriceList;

/** Converts the configured prices to a price list. */
final class PriceSettings {

    private static final String GPU = "gpu:";

    private PriceSettings() {}

    static PriceList of(PricesConfig config) {
        return new PriceList(
                config.currency(),
                config.perHour().stream().map(PriceSettings::price).toList());
    }

    private static HourPrice price(HourPriceConfig price) {
        return new HourPrice(
                price.resource().startsWith(GPU) ? price.resource().substring(GPU.length()) : HourPrice.CPU,
                price.partition().orElse(""),
                price.nodeSet().orElse(""),
                price.price(),
                price.kind(),
                price.validFrom().orElse(HourPrice.ALWAYS));
    }
}
