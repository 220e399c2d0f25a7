/** Publishing to CloudWatch and pushing with OTLP. */
@NullMarked
package dev.sluice.exporter.config.sink;

import org.jspecify.annotations.NullMarked;
