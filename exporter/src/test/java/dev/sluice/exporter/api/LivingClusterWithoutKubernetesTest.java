package dev.sluice.exporter.api;

/** With Slurm alone in the configuration. */
class LivingClusterWithoutKubernetesTest extends LivingClusterChecks {

    LivingClusterWithoutKubernetesTest() throws Exception {
        super(false);
    }
}
