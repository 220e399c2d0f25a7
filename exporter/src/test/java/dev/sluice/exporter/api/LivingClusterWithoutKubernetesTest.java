package dev.sluice.exporter.api;

/** Runs the tests with only Slurm in the configuration. */
class LivingClusterWithoutKubernetesTest extends LivingClusterChecks {

    LivingClusterWithoutKubernetesTest() throws Exception {
        super(false);
    }
}
