package dev.sluice.adapter.config;

import java.net.URI;

/**
 * An exporter to read.
 *
 * @param name what metrics and the log call it
 * @param url its API's address, http or https, perhaps with a path, without a slash at the end
 */
public record ExporterEndpoint(String name, URI url) {}
