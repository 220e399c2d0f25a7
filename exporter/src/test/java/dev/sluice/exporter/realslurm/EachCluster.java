package dev.sluice.exporter.realslurm;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test with a real Slurm cluster as parameter. The test runs once for each running cluster. If no cluster is running,
 * the test is skipped with a message. .ci/run starts one cluster, .ci/nightly four.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@MethodSource("dev.sluice.exporter.realslurm.RealCluster#running")
@EnabledIf(value = RealCluster.ONE_RUNS, disabledReason = RealCluster.NONE_RUNS)
@interface EachCluster {}
