package dev.sluice.adapter.demand;

import java.net.URI;

/**
 * An exporter to read.
 *
 * @param name name of the exporter in metrics and the log
 * @param url http or https URL of the exporter's API, optionally with a path, without a trailing slash
 */
public record ExporterEndpoint(String name, URI url) {

    /** Returns the exporter in the syntax of the flag. */
    @Override
    public String toString() {
        return name + "=" + url;
    }
}
