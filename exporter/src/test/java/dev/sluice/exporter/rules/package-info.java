/** Tests of alerts, recording rules, dashboards and all other queries of Sluice's metrics. */
@NullMarked
package dev.sluice.exporter.rules;

import org.jspecify.annotations.NullMarked;
