/** CloudWatch's PutMetricData in the AWS SDK's protocol, stricter than any emulator. */
@NullMarked
package dev.sluice.fakecloudwatch;

import org.jspecify.annotations.NullMarked;
