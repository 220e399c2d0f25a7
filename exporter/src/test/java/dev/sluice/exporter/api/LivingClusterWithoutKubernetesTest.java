package dev.sluice.exporter.api;

import org.junit.jupiter.api.Tag;

/** Runs the tests with only Slurm in the configuration. */
@Tag("slow")
class LivingClusterWithoutKubernetesTest extends LivingClusterChecks {

    LivingClusterWithoutKubernetesTest() throws Exception {
        super(false);
    }
}
