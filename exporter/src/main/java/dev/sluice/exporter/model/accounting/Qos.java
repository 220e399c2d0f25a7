package dev.sluice.exporter.model.accounting;

import java.util.List;

/** One QOS. */
public record Qos(String name, List<Limit> limits) {

    public Qos {
        limits = List.copyOf(limits);
    }
}
