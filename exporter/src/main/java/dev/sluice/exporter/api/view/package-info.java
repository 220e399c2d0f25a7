/** The state of the exporter and its clusters for the API. */
@NullMarked
package dev.sluice.exporter.api.view;

import org.jspecify.annotations.NullMarked;
