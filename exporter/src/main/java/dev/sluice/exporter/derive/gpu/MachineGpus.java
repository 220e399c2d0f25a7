package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.gpu.GpuAmounts.GpuOwner;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The GPUs of one resource of a machine. The amounts of all owners except {@link GpuOwner#BROKEN} add up to the
 * machine's allocatable GPUs, and the amounts of all owners add up to its capacity.
 *
 * @param kubeNode name of the Kubernetes node
 * @param pool node pool of the machine; {@code none} if unknown
 * @param resource resource name, such as {@code nvidia.com/gpu}
 * @param amounts GPUs by owner
 */
public record MachineGpus(String kubeNode, String pool, String resource, GpuAmounts amounts) {

    /** Most GPUs first, then by name. */
    public static final Comparator<MachineGpus> BY_GPUS_AND_NAME = Comparator.<MachineGpus>comparingLong(
                    gpus -> gpus.amounts().total())
            .reversed()
            .thenComparing(MachineGpus::kubeNode)
            .thenComparing(MachineGpus::resource);

    /** The pool of machines without a pool label. */
    static final String NO_POOL = "none";

    /**
     * Returns the GPUs of each Kubernetes node and resource, in this order. Ignores pods on unknown Kubernetes nodes.
     *
     * @param kubernetes snapshot with Kubernetes nodes, slurmd pods and other pods
     * @param joined Slurm's nodes, joined with the same snapshot
     */
    public static List<MachineGpus> of(KubernetesSnapshot kubernetes, Collection<JoinedNode> joined) {
        List<GpuPod> pods = kubernetes.gpuPods().map(Observed::value).orElse(List.of());
        SlurmGpus slurm = new SlurmGpus(kubernetes, joined);
        Map<String, Claims> claims = new HashMap<>();
        pods.stream().filter(slurm::runsJob).forEach(pod -> slurm.addJob(pod, claims(claims, pod)));
        pods.stream().filter(pod -> !slurm.runsJob(pod)).forEach(pod -> slurm.add(pod, claims(claims, pod)));
        List<MachineGpus> machines = new ArrayList<>();
        List<KubeNode> kubeNodes =
                new ArrayList<>(kubernetes.nodes().map(Observed::value).orElse(List.of()));
        kubeNodes.sort(Comparator.comparing(KubeNode::name));
        for (KubeNode machine : kubeNodes) {
            String pool = machine.pool().isEmpty() ? NO_POOL : machine.pool();
            Claims of = claims.getOrDefault(machine.name(), new Claims());
            SortedSet<String> resources = new TreeSet<>(machine.gpuResources().keySet());
            resources.addAll(of.resources());
            slurm.addUnheld(machine, of);
            resources.forEach(resource -> machines.add(of.on(machine, pool, resource)));
        }
        return machines;
    }

    private static Claims claims(Map<String, Claims> byMachine, GpuPod pod) {
        return byMachine.computeIfAbsent(pod.kubeNode(), unused -> new Claims());
    }

    /** The GPUs that the pods of one machine request. */
    static final class Claims {

        private final Map<String, Claim> byResource = new HashMap<>();
        private boolean closed;

        private record Claim(Map<GpuOwner, Long> slurm, SortedMap<String, Long> namespaces) {}

        private Claim of(String resource) {
            return byResource.computeIfAbsent(
                    resource, unused -> new Claim(new EnumMap<>(GpuOwner.class), new TreeMap<>()));
        }

        void slurm(String resource, GpuOwner owner, long gpus) {
            of(resource).slurm().merge(owner, gpus, Amounts::sum);
        }

        void pod(String resource, String namespace, long gpus) {
            of(resource).namespaces().merge(namespace, gpus, Amounts::sum);
        }

        /** Returns the GPUs of a resource that pods and jobs hold. */
        long total(String resource) {
            Claim claim = of(resource);
            return sum(claim.slurm()) + sum(claim.namespaces());
        }

        private static long sum(Map<?, Long> gpus) {
            return gpus.values().stream().mapToLong(Long::longValue).reduce(0, Amounts::sum);
        }

        /** Records that Slurm places no jobs, and so no pods, on the machine. */
        void close() {
            closed = true;
        }

        Set<String> resources() {
            return byResource.keySet();
        }

        /**
         * Distributes the allocatable GPUs of a machine among the owners, in the order of {@link GpuOwner}, and
         * namespaces by name. Pods can request more than the allocatable GPUs, for example after a GPU broke. Kubelet
         * never reports more allocatable GPUs than capacity; if it did, the capacity would be the larger number.
         */
        MachineGpus on(KubeNode machine, String pool, String resource) {
            KubeNode.Gpus gpus = machine.gpuResources().getOrDefault(resource, KubeNode.Gpus.NONE);
            Claim claim = of(resource);
            Distribution shares = new Distribution(gpus.allocatable());
            shares.give(GpuOwner.SLURM_JOB, claim.slurm().getOrDefault(GpuOwner.SLURM_JOB, 0L));
            SortedMap<String, Long> namespaces = new TreeMap<>();
            claim.namespaces()
                    .forEach((namespace, wanted) -> namespaces.put(namespace, shares.give(GpuOwner.OTHER_POD, wanted)));
            namespaces.values().removeIf(given -> given == 0);
            shares.give(GpuOwner.SLURM_IDLE, claim.slurm().getOrDefault(GpuOwner.SLURM_IDLE, 0L));
            shares.give(GpuOwner.SLURM_UNAVAILABLE, claim.slurm().getOrDefault(GpuOwner.SLURM_UNAVAILABLE, 0L));
            boolean takesPods = machine.ready() && !machine.unschedulable() && !closed;
            shares.give(takesPods ? GpuOwner.FREE : GpuOwner.UNAVAILABLE, shares.left);
            shares.given.put(GpuOwner.BROKEN, Math.max(0, gpus.capacity() - gpus.allocatable()));
            return new MachineGpus(machine.name(), pool, resource, new GpuAmounts(shares.given, namespaces));
        }

        private static final class Distribution {

            private final Map<GpuOwner, Long> given = new EnumMap<>(GpuOwner.class);
            private long left;

            Distribution(long left) {
                this.left = left;
            }

            long give(GpuOwner owner, long wanted) {
                long gets = Math.min(left, wanted);
                left -= gets;
                given.merge(owner, gets, Amounts::sum);
                return gets;
            }
        }
    }

    /**
     * The GPUs of one resource of all machines of a pool.
     *
     * @param pool name of the pool; {@code none} for machines without a pool, {@code other} for the pools over the
     *     limit
     * @param resource resource name; {@code other} for the resources over the limit
     */
    public record PoolGpus(String pool, String resource, GpuAmounts amounts) {

        /** More pools and resources than clusters have. The limits keep the number of series bounded. */
        private static final int MAX_POOLS = 100;

        private static final int MAX_RESOURCES = 20;

        /**
         * Sums the machines of each pool and resource, ordered by name.
         *
         * @param maxNamespaces maximum number of namespaces, those with the most GPUs; the others share the name
         *     {@code other}
         */
        public static List<PoolGpus> of(List<MachineGpus> machines, int maxNamespaces) {
            Function<String, String> pools = named(totals(machines, MachineGpus::pool), MAX_POOLS);
            Function<String, String> resources = named(totals(machines, MachineGpus::resource), MAX_RESOURCES);
            Function<String, String> namespaces = named(namespaces(machines), maxNamespaces);

            SortedMap<String, SortedMap<String, GpuAmounts>> sums = new TreeMap<>();
            for (MachineGpus machine : machines) {
                sums.computeIfAbsent(pools.apply(machine.pool()), unused -> new TreeMap<>())
                        .merge(
                                resources.apply(machine.resource()),
                                renamed(machine.amounts(), namespaces),
                                GpuAmounts::plus);
            }
            List<PoolGpus> all = new ArrayList<>();
            sums.forEach((pool, ofPool) ->
                    ofPool.forEach((resource, amounts) -> all.add(new PoolGpus(pool, resource, amounts))));
            return all;
        }

        private static GpuAmounts renamed(GpuAmounts amounts, Function<String, String> namespaces) {
            SortedMap<String, Long> byNamespace = new TreeMap<>();
            amounts.byNamespace()
                    .forEach((namespace, gpus) -> byNamespace.merge(namespaces.apply(namespace), gpus, Amounts::sum));
            return new GpuAmounts(amounts.byOwner(), byNamespace);
        }

        private static Map<String, Long> totals(Collection<MachineGpus> machines, Function<MachineGpus, String> name) {
            return machines.stream()
                    .collect(Collectors.groupingBy(
                            name,
                            Collectors.summingLong(machine -> machine.amounts().total())));
        }

        private static Map<String, Long> namespaces(Collection<MachineGpus> machines) {
            return machines.stream()
                    .flatMap(machine -> machine.amounts().byNamespace().entrySet().stream())
                    .collect(Collectors.groupingBy(Map.Entry::getKey, Collectors.summingLong(Map.Entry::getValue)));
        }

        /** Returns a function that keeps the names with the most GPUs, and replaces the other names. */
        private static Function<String, String> named(Map<String, Long> totals, int max) {
            Set<String> kept = totals.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue()
                            .reversed()
                            .thenComparing(Comparator.comparing(Map.Entry::getKey)))
                    .limit(max)
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            return name -> kept.contains(name) ? name : SeriesBudget.OTHER;
        }
    }
}
