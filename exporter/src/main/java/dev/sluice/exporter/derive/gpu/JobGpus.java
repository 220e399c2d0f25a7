package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.derive.JobSeries;
import dev.sluice.exporter.derive.JobSeries.Placed;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.SeriesBudget.Kept;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GpuUnit;
import dev.sluice.exporter.model.Labeled;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The GPUs that running and suspended jobs hold, by index on the machine.
 *
 * @param held GPUs of the jobs within the cardinality limit, most GPUs first
 * @param folded number of jobs with GPUs over the cardinality limit
 * @param unmapped number of held GPUs without a known index, by reason
 */
public record JobGpus(List<HeldGpu> held, int folded, Map<UnmappedReason, Long> unmapped) {

    private static final Comparator<OfJob> BY_USE = Comparator.comparing(OfJob::placed, JobSeries.BY_USE);

    public JobGpus {
        held = List.copyOf(held);
        unmapped = Map.copyOf(unmapped);
    }

    /**
     * A GPU that a job holds.
     *
     * @param joined node joined with Kubernetes; empty outside Kubernetes
     */
    public record HeldGpu(Job job, String node, Optional<JoinedNode> joined, GpuUnit unit) {}

    /** Why the index of a job's GPU on its machine is unknown. */
    public enum UnmappedReason implements Labeled {
        /** Slurm reports no index: gres.conf has no device files, or slurmrestd returned no detail. */
        NO_INDEX,
        /**
         * The pod numbers its own GPUs, and possibly has only a part of the machine's GPUs: the pod has fewer GPUs than
         * the machine, or Kubernetes does not report the machine's number of GPUs.
         */
        PART_OF_MACHINE
    }

    private record OfJob(Placed placed, List<HeldGpu> gpus) {}

    /**
     * Selects jobs within the cardinality limit; a selected job has series for all of its GPUs.
     *
     * @param nodes joined nodes by name; nodes outside Kubernetes may be missing
     */
    public static JobGpus of(List<Job> jobs, Map<String, JoinedNode> nodes, SeriesBudget budget) {
        Map<UnmappedReason, Long> unmapped = new EnumMap<>(UnmappedReason.class);
        List<OfJob> all = new ArrayList<>();
        for (Placed placed : JobSeries.running(jobs)) {
            List<HeldGpu> named = named(placed, nodes);
            List<HeldGpu> known =
                    named.stream().filter(JobGpus::hasIndexOfMachine).toList();
            long whole = named.stream().filter(gpu -> gpu.unit().share() == 1).count();
            long held = placed.job().allocation().tres().gpus().total();
            unmapped.merge(UnmappedReason.NO_INDEX, Math.max(0, held - whole), Amounts::sum);
            unmapped.merge(UnmappedReason.PART_OF_MACHINE, (long) named.size() - known.size(), Amounts::sum);
            if (!known.isEmpty()) {
                all.add(new OfJob(placed, known));
            }
        }
        Kept<OfJob> picked = SeriesBudget.keep(all, BY_USE, job -> job.gpus().size(), budget.gpuSeries());
        return new JobGpus(
                picked.kept().stream().flatMap(job -> job.gpus().stream()).toList(),
                picked.folded().size(),
                unmapped);
    }

    public static List<HeldGpu> on(JoinedNode joined, List<Job> jobs) {
        String name = joined.node().name();
        return JobSeries.running(jobs).stream()
                .flatMap(placed -> named(placed, Map.of(name, joined)).stream())
                .filter(gpu -> gpu.node().equals(name))
                .toList();
    }

    /**
     * Slurm lists the nodes and the GRES details of a job in the same order. If the number of nodes and the number of
     * details differ, the GPUs are unknown.
     */
    private static List<HeldGpu> named(Placed placed, Map<String, JoinedNode> nodes) {
        List<String> detail = placed.job().allocation().gresDetail();
        List<HeldGpu> gpus = new ArrayList<>();
        for (int i = 0; i < detail.size() && detail.size() == placed.nodes().size(); i++) {
            String node = placed.nodes().get(i);
            Optional<JoinedNode> joined = Optional.ofNullable(nodes.get(node));
            GpuCounts ofNode = joined.map(known -> known.node().usable().gpus()).orElse(GpuCounts.NONE);
            for (GpuUnit unit : GpuUnit.parse(detail.get(i))) {
                gpus.add(new HeldGpu(placed.job(), node, joined, typed(unit, ofNode)));
            }
        }
        return gpus;
    }

    /** Slurm names no type for the shards of a job. The type is known if all GPUs of the node have one type. */
    private static GpuUnit typed(GpuUnit unit, GpuCounts ofNode) {
        return unit.type().equals(GpuCounts.UNTYPED) && ofNode.byType().size() == 1
                ? new GpuUnit(ofNode.byType().firstKey(), unit.index(), unit.share())
                : unit;
    }

    private static boolean hasIndexOfMachine(HeldGpu gpu) {
        return gpu.joined().map(JoinedNode::hasAllGpusOfItsMachine).orElse(true);
    }
}
