package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.GIBIBYTE;

import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A cluster that is small enough for an exhaustive search. All values are plain numbers. The same seed gives the same
 * cluster.
 *
 * @param sets the NodeSets
 * @param jobs the queue, the first job first
 */
record SmallCluster(List<NodeSet> sets, List<Request> jobs) {

    private static final List<Size> SIZES = List.of(
            new Size(4, 8, 0), new Size(8, 16, 0), new Size(16, 24, 0), new Size(8, 16, 2), new Size(16, 32, 4));

    /** CPUs, memory in GiB and GPUs. */
    record Size(int cpus, int memory, int gpus) {

        boolean covers(Size other) {
            return cpus >= other.cpus && memory >= other.memory && gpus >= other.gpus;
        }
    }

    /** An existing node: the free resources of the node, and a flag that is true if the node has no job. */
    record Machine(Size free, boolean empty) {}

    /**
     * A NodeSet: the node sizes in ascending order, the nodes, and the maximum number of nodes, excluding the busy
     * nodes.
     */
    record NodeSet(List<Size> sizes, List<Machine> machines, int max) {}

    /** The kind of request. */
    enum Kind {
        ONE_NODE,
        NODES,
        TASKS,
        WHOLE_NODES,
        ARRAY
    }

    /**
     * A job.
     *
     * @param sets indexes of the NodeSets whose partitions the job requests
     * @param count number of the job's nodes, tasks or array tasks
     * @param piece resources for each node, task or array task
     */
    record Request(int id, Kind kind, Set<Integer> sets, int count, Size piece) {}

    static SmallCluster of(long seed) {
        Random random = new Random(seed);
        List<NodeSet> sets = new ArrayList<>();
        int machines = random.nextInt(5);
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            Set<Integer> sizes = new TreeSet<>();
            sizes.add(random.nextInt(SIZES.size()));
            if (random.nextInt(3) == 0) {
                sizes.add(random.nextInt(SIZES.size()));
            }
            int mine = i == count - 1 ? machines : random.nextInt(machines + 1);
            machines -= mine;
            sets.add(nodeSet(random, sizes.stream().map(SIZES::get).toList(), mine));
        }
        List<Request> jobs = new ArrayList<>();
        for (int id = 1 + random.nextInt(5); id > 0; id--) {
            jobs.add(0, request(random, id, count));
        }
        return new SmallCluster(sets, jobs);
    }

    private static NodeSet nodeSet(Random random, List<Size> sizes, int count) {
        List<Machine> machines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Size size = sizes.get(random.nextInt(sizes.size()));
            boolean empty = random.nextBoolean();
            machines.add(new Machine(empty ? size : part(random, size), empty));
        }
        return new NodeSet(sizes, machines, count + random.nextInt(5));
    }

    private static Size part(Random random, Size size) {
        return new Size(
                random.nextInt(size.cpus() + 1), random.nextInt(size.memory() + 1), random.nextInt(size.gpus() + 1));
    }

    private static Request request(Random random, int id, int sets) {
        Set<Integer> mine = new TreeSet<>();
        mine.add(random.nextInt(sets));
        mine.add(random.nextInt(sets));
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        int count = kind == Kind.ONE_NODE ? 1 : 1 + random.nextInt(3);
        int memory = kind == Kind.TASKS || random.nextBoolean() ? 0 : 1 + random.nextInt(16);
        int gpus = random.nextInt(4) > 0 ? 0 : 1 + random.nextInt(2);
        return new Request(id, kind, mine, count, new Size(1 + random.nextInt(12), memory, gpus));
    }

    ScalingDemand demand() {
        List<Pool> pools = new ArrayList<>();
        for (int i = 0; i < sets.size(); i++) {
            NodeSet set = sets.get(i);
            TestPool pool = TestPool.pool("p" + i)
                    .of(set.sizes().stream().map(SmallCluster::shape).toArray(NodeShape[]::new))
                    .between(0, set.max());
            for (Machine machine : set.machines()) {
                Member.Condition condition = machine.empty() ? Member.Condition.IDLE : Member.Condition.BUSY;
                pool.with(condition, false, capacity(machine.free()));
            }
            pools.add(pool.build());
        }
        return ScalingInputBuilder.of(pools)
                .jobs(jobs.stream().map(SmallCluster::job).toArray(JobBuilder[]::new))
                .demand();
    }

    private static GpuCounts gpus(int count) {
        return count == 0 ? GpuCounts.NONE : GpuCounts.of("h100", count);
    }

    private static NodeShape shape(Size size) {
        return TestPool.shape(size.cpus(), size.memory() * GIBIBYTE, gpus(size.gpus()));
    }

    private static NodeResources capacity(Size free) {
        return new NodeResources(free.cpus(), free.memory() * GIBIBYTE, gpus(free.gpus()));
    }

    private static JobBuilder job(Request request) {
        String partitions = request.sets().stream().map(set -> "p" + set).collect(Collectors.joining(","));
        JobBuilder job = JobBuilder.job(request.id())
                .priority(100 - request.id())
                .in(partitions)
                .cpusPerTask(request.piece().cpus())
                .memoryPerNode(request.piece().memory() * GIBIBYTE);
        int gpus = request.piece().gpus();
        switch (request.kind()) {
            case ONE_NODE -> job.tasks(1);
            case NODES -> job.nodes(request.count()).tasks(request.count());
            case TASKS -> job.tasks(request.count());
            case WHOLE_NODES ->
                job.nodes(request.count()).tasks(request.count()).exclusive();
            case ARRAY -> job.array(request.id(), request.count(), 0);
        }
        if (gpus > 0 && request.kind() == Kind.TASKS) {
            job.gpusPerTask("h100", gpus);
        } else if (gpus > 0) {
            job.gpusPerNode("h100", gpus);
        }
        return job;
    }
}
