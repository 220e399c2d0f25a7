package dev.sluice.exporter.model.accounting;

import java.util.List;

/**
 * One QOS.
 *
 * @param name name of the QOS
 * @param limits configured limits
 */
public record Qos(String name, List<Limit> limits) {

    public Qos {
        limits = List.copyOf(limits);
    }
}
