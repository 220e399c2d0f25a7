/** What is published to CloudWatch and pushed by OTLP. */
@NullMarked
package dev.sluice.exporter.config.sink;

import org.jspecify.annotations.NullMarked;
