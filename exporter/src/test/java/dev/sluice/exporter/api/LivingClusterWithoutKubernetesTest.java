package dev.sluice.exporter.api;

/** With only Slurm in the configuration. */
class LivingClusterWithoutKubernetesTest extends LivingClusterChecks {

    LivingClusterWithoutKubernetesTest() throws Exception {
        super(false);
    }
}
