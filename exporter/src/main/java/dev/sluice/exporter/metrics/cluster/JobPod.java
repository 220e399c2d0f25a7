package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.job.Job;

/**
 * The pod in which a job's processes run on a node.
 *
 * @param namespace namespace of the pod; empty if unknown or outside Kubernetes
 * @param name name of the pod; empty if unknown or outside Kubernetes
 */
record JobPod(String namespace, String name) {

    private static final JobPod NONE = new JobPod("", "");

    /** Returns the slurmd pod of the node, or the pod of an external job. */
    static JobPod of(Job job, JoinedNode node) {
        return job.origin().external()
                ? outside(job)
                : node.pod().map(pod -> new JobPod(pod.namespace(), pod.name())).orElse(NONE);
    }

    /**
     * Returns the pod of an external job on a node without other Kubernetes data. Slurm does not report on which nodes
     * the pods of an external job run, so the pod is unknown if the job has several pods.
     */
    static JobPod outside(Job job) {
        boolean only = job.origin().pods().size() == 1 && job.origin().podsLeftOut() == 0;
        String[] names = only ? job.origin().pods().get(0).split("/", 2) : new String[0];
        return names.length == 2 ? new JobPod(names[0], names[1]) : NONE;
    }
}
