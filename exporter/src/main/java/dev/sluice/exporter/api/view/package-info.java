/** The state of the exporter and of its clusters, as the API shows it. */
@NullMarked
package dev.sluice.exporter.api.view;

import org.jspecify.annotations.NullMarked;
