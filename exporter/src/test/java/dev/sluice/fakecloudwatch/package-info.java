/** CloudWatch's operation PutMetricData in the AWS SDK's protocol. This fake is stricter than the known emulators. */
@NullMarked
package dev.sluice.fakecloudwatch;

import org.jspecify.annotations.NullMarked;
