package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.machine.GpuOwner;

/** Renders the owners of the GPUs of Kubernetes nodes. */
final class MachineLabelReference {

    private MachineLabelReference() {}

    static String render() {
        StringBuilder out = new StringBuilder("""
                ### Owners of GPUs

                `owner` of `slurm_machine_gpus`. If pods request more GPUs than are allocatable, owners get GPUs in this
                order:

                """);
        for (GpuOwner owner : GpuOwner.values()) {
            out.append("- `")
                    .append(owner.label())
                    .append("`: ")
                    .append(what(owner))
                    .append('\n');
        }
        return out.append('\n').toString();
    }

    private static String what(GpuOwner owner) {
        return switch (owner) {
            case SLURM_JOB -> "allocated to a Slurm job, or held by the pod of an external job";
            case OTHER_POD -> "held by any other pod except slurmd pods";
            case SLURM_IDLE -> "held by a slurmd pod, free in Slurm";
            case SLURM_UNAVAILABLE -> "held by a slurmd pod whose node is drained, down or not registered";
            case FREE -> "held by no pod";
            case UNAVAILABLE ->
                "held by no pod, on a Kubernetes node that is cordoned, not ready or an unschedulable "
                        + "external Slurm node";
            case BROKEN -> "not allocatable: the device plugin reports the GPU as unhealthy";
        };
    }
}
