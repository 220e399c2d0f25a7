/** CloudWatch's PutMetricData as the AWS SDK speaks it, and stricter than any emulator. */
@NullMarked
package dev.sluice.fakecloudwatch;

import org.jspecify.annotations.NullMarked;
