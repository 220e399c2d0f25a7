package dev.sluice.exporter.api;

import org.junit.jupiter.api.Tag;

/** Runs the tests with only Slurm in the configuration. */
@Tag("jdk-independent")
class LivingClusterWithoutKubernetesTest extends LivingClusterChecks {

    LivingClusterWithoutKubernetesTest() throws Exception {
        super(false);
    }
}
