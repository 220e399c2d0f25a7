package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.HeadOfLine.Contradiction;
import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.LimitBook.Headroom;
import dev.sluice.exporter.derive.scaling.PartitionTiers.Place;
import dev.sluice.exporter.derive.scaling.pool.NodeIndex;
import dev.sluice.exporter.derive.scaling.pool.Packing;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.scaling.pool.Reservations;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Goes through the queue in slurmctld's order, and places the counted jobs on the nodes of the pools. */
final class Allocation {

    private final ScalingInput input;
    private final NodeIndex nodes;
    private final PartitionTiers tiers;
    private final OptionsFinder finder;
    private final Classifier classifier;
    private final ArrayLimits arrays;
    private final LimitBook limits;
    private final Aging aging;
    private final PoolOrder poolOrder;
    private final Map<Long, PoolName> choices = new HashMap<>();
    private final Explanations explanations;

    Allocation(ScalingInput input, List<PoolState> pools, Reservations reservations, NodeIndex nodes) {
        this.input = input;
        this.nodes = nodes;
        this.tiers = new PartitionTiers(input.constraints().partitions());
        this.explanations = new Explanations(input.history().unhelped());
        this.finder = new OptionsFinder(pools, input, tiers, reservations, nodes);
        this.classifier = new Classifier(input, reservations);
        this.arrays = new ArrayLimits(input.jobs());
        this.limits = new LimitBook(input.constraints(), input.jobs());
        this.aging = new Aging(input, tiers, nodes, reservations);
        this.poolOrder = new PoolOrder(input.history(), tiers);
    }

    Map<Long, PoolName> choices() {
        return choices;
    }

    List<JobExplanation> run() {
        List<Place> waiting = waiting();
        Map<Long, List<Job>> hetJobs = new HashMap<>();
        for (Place place : waiting) {
            if (place.hetJobId() > 0) {
                hetJobs.computeIfAbsent(place.hetJobId(), unused -> new ArrayList<>())
                        .add(input.jobs().get(place.index()));
            }
        }
        BitSet done = new BitSet();
        for (Place place : waiting) {
            if (place.hetJobId() > 0) {
                Optional.ofNullable(hetJobs.remove(place.hetJobId())).ifPresent(this::allocateTogether);
            } else if (!done.get(place.index())) {
                done.set(place.index(), allocate(input.jobs().get(place.index()), place.tier()));
            }
        }
        return explanations.all();
    }

    private List<Place> waiting() {
        List<Place> waiting = new ArrayList<>();
        for (int index = 0; index < input.jobs().size(); index++) {
            Job job = input.jobs().get(index);
            if (job.pending()) {
                List<Long> tiersOfJob = tiers.of(job);
                int places = job.hetJobId() > 0 ? 1 : tiersOfJob.size();
                for (long tier : tiersOfJob.subList(0, places)) {
                    waiting.add(Place.of(job, tier, index));
                }
            }
        }
        waiting.sort(Place.ORDER);
        return waiting;
    }

    /**
     * Returns false if a partition of a lower PriorityTier suits the job better, so that the job waits for its turn in
     * that partition.
     */
    private boolean allocate(Job job, long tier) {
        Classifier.Classified classified = classifier.classify(job);
        Options options = options(job);
        Options open = options.within(fit -> headroom(job, fit));
        Headroom room = open.first().map(fit -> headroom(job, fit)).orElse(Headroom.UNLIMITED);
        if (job.status().refused() && room.never()) {
            explanations.reject(job, options, Classifier.Classified.of(room));
        } else if (classified.verdict() != Verdict.COUNTED) {
            explanations.reject(job, options, classified);
        } else if (room.tasks() == 0) {
            explanations.reject(job, options, Classifier.Classified.of(room));
        } else if (isUnhelped(job, options)) {
            explanations.reject(
                    job, options, new Classifier.Classified(PendingClass.UNSATISFIABLE, Verdict.NOT_HELPED));
        } else if (!options.together().isEmpty()) {
            putTogether(job, new SplitJob(nodes.heldBy(job), options.together()), classified.pendingClass(), room);
        } else if (options.fits().isEmpty()) {
            explanations.rejectUnfit(job, options, classified.pendingClass());
        } else {
            List<Options.Candidate> fits = poolOrder.of(job, open.fits(), Math.min(arrays.allowed(job), room.tasks()));
            if (tiers.of(fits.get(0).partition()) < tier) {
                return false;
            }
            put(job, fits, classified.pendingClass(), room);
        }
        return true;
    }

    private Headroom headroom(Job job, Options.Candidate fit) {
        return limits.headroom(job, fit.partition(), () -> fit.use(job));
    }

    private Runnable start(Job job, Options.Candidate fit, long tasks) {
        return limits.start(job, fit.partition(), fit.use(job), tasks);
    }

    private Options options(Job job) {
        return finder.of(job).beyond(nodes.heldBy(job));
    }

    private void put(Job job, List<Options.Candidate> order, PendingClass pendingClass, Headroom room) {
        long tasks = Math.max(1, job.array().tasks());
        long allowed = arrays.start(job);
        Options.Candidate home = order.get(0);
        long left = allowed;
        long newNodes = 0;
        long added = 0;
        for (Options.Candidate candidate : order) {
            if (left == 0) {
                break;
            }
            long open = Math.min(left, headroom(job, candidate).tasks());
            if (open == 0) {
                continue;
            }
            Packing.Placed placed = candidate.pool().put(candidate.ask(), open);
            if (placed.tasks() > 0) {
                home = left == allowed ? candidate : home;
                left -= placed.tasks();
                start(job, candidate, placed.tasks());
                newNodes = Amounts.sum(newNodes, placed.newNodes());
                candidate.pool().countPending(pendingClass, placed.tasks());
            }
        }
        long limited = left;
        for (Options.Candidate candidate : order) {
            if (limited == 0) {
                break;
            }
            limited = Math.min(
                    limited, Math.max(0, left - headroom(job, candidate).tasks()));
        }
        allowed -= limited;
        left -= limited;
        Optional<Options.Candidate> kept = left == 0
                ? Optional.empty()
                : order.stream()
                        .filter(fit -> fit.ask().tenant().reservation().isEmpty() && aging.reserves(job, fit))
                        .findFirst();
        if (kept.isPresent()) {
            home = left == allowed ? kept.get() : home;
            left--;
            start(job, kept.get(), 1);
            newNodes = Amounts.sum(
                    newNodes, kept.get().pool().reserve(kept.get().ask()).newNodes());
            kept.get().pool().countPending(pendingClass, 1);
        }
        if (left == 0 && allowed > 0 && job.waiting()) {
            long extra = input.history().extraNodes().getOrDefault(job.id(), 0L);
            added = home.pool().addExtra(job, newNodes, extra);
            newNodes = Amounts.sum(newNodes, added);
        }
        boolean full = left > 0 && !home.ask().tenant().reservation().isEmpty();
        if (job.waiting() && allowed > 0 && !full) {
            lineUp(job, home, left == 0, added);
        }
        home.pool().countPending(full ? PendingClass.WAITING : pendingClass, left);
        home.pool().countBlocked(full ? 0 : left);
        home.pool().countPending(PendingClass.WAITING, tasks - allowed);
        if (order.size() > 1) {
            choices.put(job.id(), home.pool().pool().name());
        }
        Verdict blocked = full ? Verdict.RESERVATION_FULL : Verdict.BLOCKED;
        Verdict verdict = kept.isPresent()
                ? Verdict.RESERVED
                : left > 0 ? blocked : allowed < tasks ? Verdict.LIMIT : counted(job);
        PendingClass shown = full && left == allowed ? PendingClass.WAITING : pendingClass;
        String limit = limited > 0 ? room.limit() : "";
        explanations.place(job, new Classifier.Classified(shown, verdict, limit), home, allowed - left, newNodes);
    }

    /** Places the tasks of a job that is too large for each of its pools. */
    private void putTogether(Job job, SplitJob split, PendingClass pendingClass, Headroom room) {
        long tasks = Math.max(1, job.array().tasks());
        long allowed = Math.min(arrays.start(job), room.tasks());
        long left = allowed;
        long newNodes = 0;
        OptionalLong placed = left > 0 ? split.place() : OptionalLong.empty();
        while (placed.isPresent()) {
            left--;
            newNodes = Amounts.sum(newNodes, placed.getAsLong());
            placed = left > 0 ? split.place() : OptionalLong.empty();
        }
        Options.Candidate home = split.home();
        start(job, home, allowed - left);
        home.pool().countPending(pendingClass, allowed);
        home.pool().countBlocked(left);
        home.pool().countPending(PendingClass.WAITING, tasks - allowed);
        Verdict verdict = left > 0 ? Verdict.BLOCKED : allowed < tasks ? Verdict.LIMIT : counted(job);
        String limit = room.tasks() < tasks ? room.limit() : "";
        explanations.place(
                job, new Classifier.Classified(pendingClass, verdict, limit), home, allowed - left, newNodes);
    }

    private void lineUp(Job job, Options.Candidate home, boolean counted, long added) {
        PoolState pool = home.pool();
        pool.headOfLine()
                .next(
                        job,
                        counted && pool.pendingNodes() <= pool.counts().idle(),
                        input.at().getEpochSecond(),
                        () -> Contradiction.of(
                                job,
                                pool.counts().idle(),
                                home.ask().need().nodes(),
                                pool.counts().busy() + pool.pendingNodes() < pool.max(),
                                Unhelped.of(job, pool.pool(), pool.counts().broken(), added)));
    }

    /** Returns whether idle nodes did not help the job, and neither the job nor the nodes have changed. */
    private boolean isUnhelped(Job job, Options options) {
        return Optional.ofNullable(input.history().unhelped().get(job.id()))
                .filter(known -> options.fits().stream()
                        .map(Options.Candidate::pool)
                        .anyMatch(pool ->
                                known.holds(job, pool.pool(), pool.counts().broken())))
                .isPresent();
    }

    /** slurmctld considers a requeued job only after its nodes have completed. */
    private static Verdict counted(Job job) {
        return job.waiting() ? Verdict.COUNTED : Verdict.REQUEUED;
    }

    /** The components of a heterogeneous job start together or not at all. */
    private void allocateTogether(List<Job> components) {
        boolean countable = components.stream()
                .allMatch(job -> classifier.classify(job).verdict() == Verdict.COUNTED
                        && !options(job).fits().isEmpty());
        Map<Long, Headroom> limited = countable ? limited(components) : Map.of();
        if (!countable || !limited.isEmpty()) {
            components.forEach(job -> rejectComponent(job, limited.getOrDefault(job.id(), Headroom.UNLIMITED)));
            return;
        }
        Set<PoolState> pools = new HashSet<>();
        components.forEach(job -> options(job).fits().forEach(fit -> pools.add(fit.pool())));
        pools.forEach(pool -> pool.headOfLine().skip());
        pools.forEach(pool -> pool.trial().begin());
        List<Runnable> counted = new ArrayList<>();
        boolean all = components.stream().allMatch(job -> {
            boolean placed = putComponent(job, counted);
            pools.forEach(PoolState::endComponent);
            return placed;
        });
        pools.forEach(pool -> pool.trial().end(all));
        if (all) {
            counted.forEach(Runnable::run);
            return;
        }
        if (components.stream()
                .anyMatch(job -> aging.reserves(job, options(job).fits().get(0)))) {
            pools.forEach(pool -> pool.trial().begin());
            components.forEach(job -> {
                reserveComponent(job);
                pools.forEach(PoolState::endComponent);
            });
            pools.forEach(pool -> pool.trial().end(true));
            return;
        }
        for (Job job : components) {
            PendingClass pendingClass = classifier.classify(job).pendingClass();
            Options.Candidate home = options(job).fits().get(0);
            home.pool().countPending(pendingClass, 1);
            home.pool().countBlocked(1);
            explanations.place(job, new Classifier.Classified(pendingClass, Verdict.BLOCKED), home, 0, 0);
        }
    }

    /**
     * Returns the component that a limit prevents from starting together with the components ahead, with the limit;
     * empty if all components may start.
     */
    private Map<Long, Headroom> limited(List<Job> components) {
        List<Runnable> undo = new ArrayList<>();
        Map<Long, Headroom> limited = new HashMap<>();
        for (Job job : components) {
            Options.Candidate fit = options(job).fits().get(0);
            Headroom room = headroom(job, fit);
            if (room.tasks() == 0) {
                limited.put(job.id(), room);
                break;
            }
            undo.add(start(job, fit, 1));
        }
        undo.forEach(Runnable::run);
        return limited;
    }

    private boolean putComponent(Job job, List<Runnable> counted) {
        List<Options.Candidate> order = poolOrder.ofComponent(job, options(job).fits());
        for (Options.Candidate fit : order) {
            Packing.Placed placed = fit.pool().put(fit.ask(), 1);
            if (placed.tasks() == 1) {
                counted.add(() -> {
                    start(job, fit, 1);
                    if (order.size() > 1) {
                        choices.put(job.id(), fit.pool().pool().name());
                    }
                    Classifier.Classified classified = classifier.classify(job);
                    fit.pool().countPending(classified.pendingClass(), 1);
                    explanations.place(job, classified, fit, 1, placed.newNodes());
                });
                return true;
            }
        }
        return false;
    }

    private void reserveComponent(Job job) {
        Options.Candidate home = options(job).fits().get(0);
        long newNodes = home.pool().reserve(home.ask()).newNodes();
        start(job, home, 1);
        PendingClass pendingClass = classifier.classify(job).pendingClass();
        home.pool().countPending(pendingClass, 1);
        explanations.place(job, new Classifier.Classified(pendingClass, Verdict.RESERVED), home, 1, newNodes);
    }

    private void rejectComponent(Job job, Headroom room) {
        Classifier.Classified classified = classifier.classify(job);
        Options options = options(job);
        if (classified.verdict() != Verdict.COUNTED) {
            explanations.reject(job, options, classified);
        } else if (options.fits().isEmpty()) {
            explanations.rejectUnfit(job, options, classified.pendingClass());
        } else if (room.tasks() == 0) {
            explanations.reject(job, options, Classifier.Classified.of(room));
        } else {
            explanations.reject(job, options, new Classifier.Classified(PendingClass.WAITING, Verdict.INCOMPLETE));
        }
    }
}
