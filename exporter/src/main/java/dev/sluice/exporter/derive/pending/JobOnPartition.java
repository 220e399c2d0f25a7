package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.pending.NodeGroup.Cause;
import dev.sluice.exporter.derive.pending.NodeGroup.Example;
import dev.sluice.exporter.derive.scaling.need.NodeNeed;
import dev.sluice.exporter.derive.scaling.need.NodeTerms;
import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.NodeFlag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Checks the nodes of a partition for one pending job. */
final class JobOnPartition {

    /** Maximum number of groups per cause. All further nodes with this cause form one group without a detail. */
    private static final int MAX_DETAILS = 3;

    private static final Comparator<SurveyedNode> FIRST_FREE = Comparator.comparingLong(SurveyedNode::freeAt)
            .thenComparing(one -> one.node().name());

    private final Job job;
    private final NodeSurvey survey;
    private final NodeNeed.Ask ask;
    private final NodeTerms terms;
    private final boolean emptyOnly;
    private final Set<String> required;
    private final Set<String> excluded;
    private final Set<String> ownReservations;
    private final List<NodeSurvey.Planned> planned;
    private final Grouping grouping;
    private int requiredFree;
    private final Map<Integer, Measured> measured = new HashMap<>();
    private final Map<NodeNeed, Space> spaces = new HashMap<>();
    private final Map<Verdict, List<SurveyedNode>> groups = new HashMap<>();

    /** Why a node can or cannot take the job. */
    private record Verdict(Cause cause, String detail, Optional<Instant> at) {

        static Verdict of(Cause cause, String detail) {
            return new Verdict(cause, detail, Optional.empty());
        }
    }

    /** Whether the job fits on nodes of one kind; the space is empty if the job does not fit. */
    private record Measured(NodeNeed.Fit fit, Optional<Space> space) {}

    /** The nodes on which the job has the same {@link NodeNeed}. */
    private static final class Space {
        private final NodeNeed need;
        private long free;
        private long beforeReservation;
        private Optional<Reservation> first = Optional.empty();
        private final Map<String, Long> freeByBlock = new HashMap<>();
        private final List<SurveyedNode> ending = new ArrayList<>();

        Space(NodeNeed need) {
            this.need = need;
        }
    }

    /**
     * @param terms constraints that the partition adds to the job's request
     * @param emptyOnly true if the job cannot, or possibly cannot, share a node with running jobs
     */
    JobOnPartition(Job job, NodeTerms terms, boolean emptyOnly, NodeSurvey survey) {
        this.job = job;
        this.survey = survey;
        this.ask = new NodeNeed.Ask(job.shape(), job.request());
        this.terms = terms;
        this.emptyOnly = emptyOnly;
        this.required = NodeSurvey.names(job.shape().requiredNodes());
        this.excluded = NodeSurvey.names(job.shape().excludedNodes());
        this.grouping = Grouping.of(job.shape());
        this.ownReservations = WantedReservation.names(job);
        Instant end =
                job.times().limit() > 0 ? survey.now().plusSeconds(job.times().limit()) : Instant.MAX;
        this.planned = survey.plannedBefore(end).stream()
                .filter(one -> !ownReservations.contains(one.reservation().name()))
                .toList();
    }

    void add(SurveyedNode node) {
        groups.computeIfAbsent(verdict(node), unused -> new ArrayList<>()).add(node);
    }

    private Verdict verdict(SurveyedNode node) {
        String name = node.node().name();
        if (excluded.contains(name)
                || (!required.isEmpty() && job.shape().minimumNodes() <= required.size() && !required.contains(name))) {
            return Verdict.of(Cause.NOT_REQUESTED, "");
        }
        Measured found = measured.computeIfAbsent(node.kind(), unused -> measure(node.shape()));
        if (found.space().isEmpty()) {
            UnsatisfiableCause cause = found.fit().cause().orElse(UnsatisfiableCause.UNKNOWN_SHAPE);
            return cause == UnsatisfiableCause.FEATURE_UNKNOWN
                    ? Verdict.of(Cause.FEATURES, job.shape().features())
                    : Verdict.of(Cause.TOO_SMALL, cause.label());
        }
        return closed(node)
                .or(() -> reserved(node))
                .orElseGet(() -> inSpace(node, found.space().get()));
    }

    private Measured measure(NodeShape shape) {
        NodeNeed.Fit fit = NodeNeed.of(ask, terms, shape, Long.MAX_VALUE);
        return new Measured(fit, fit.need().map(need -> spaces.computeIfAbsent(need, Space::new)));
    }

    private Optional<Verdict> closed(SurveyedNode node) {
        String reservation = node.node().reservation();
        boolean maintenance = node.closed()
                .filter(closed -> closed.cause() == Cause.MAINTENANCE)
                .isPresent();
        if (maintenance && ownReservations.contains(reservation)) {
            return Optional.empty();
        }
        return maintenance && !reservation.isEmpty()
                ? Optional.of(reserved(Cause.MAINTENANCE, reservation))
                : node.closed().map(closed -> Verdict.of(closed.cause(), closed.detail()));
    }

    private Verdict reserved(Cause cause, String reservation) {
        return new Verdict(cause, reservation, survey.reservation(reservation).map(Reservation::end));
    }

    /** Returns why a reservation or an exclusive user keeps the job off the node; empty if the job can use the node. */
    private Optional<Verdict> reserved(SurveyedNode node) {
        String reservation = node.node().reservation();
        boolean isReserved = !reservation.isEmpty() || node.node().flags().contains(NodeFlag.RESERVED);
        if (isReserved && !ownReservations.contains(reservation)) {
            return Optional.of(reserved(Cause.RESERVED, reservation));
        }
        if (!isReserved && !ownReservations.isEmpty()) {
            return Optional.of(later(node.node().name()).orElseGet(() -> Verdict.of(Cause.OTHER_RESERVATION, "")));
        }
        String owner = node.node().owner();
        return owner.isEmpty() || owner.equals(job.owner().user())
                ? Optional.empty()
                : Optional.of(Verdict.of(Cause.OTHER_USER, ""));
    }

    /** Returns the verdict for a node in a future reservation of the job; empty for other nodes. */
    private Optional<Verdict> later(String node) {
        return first(
                        survey.plannedBefore(Instant.MAX).stream()
                                .filter(one -> ownReservations.contains(
                                        one.reservation().name())),
                        node)
                .map(own -> new Verdict(Cause.LATER_RESERVATION, own.name(), Optional.of(own.start())));
    }

    private Verdict inSpace(SurveyedNode node, Space space) {
        long pieces = node.pieces(space.need, emptyOnly);
        Optional<Reservation> next = first(planned.stream(), node.node().name());
        if (pieces == 0) {
            if (next.isEmpty() && node.freeAt() > 0 && node.freeAt() != SurveyedNode.UNKNOWN) {
                space.ending.add(node);
            }
            return Verdict.of(Cause.BUSY, "");
        }
        if (node.isPlanned()) {
            return Verdict.of(Cause.PLANNED, "");
        }
        if (next.isPresent()) {
            space.beforeReservation += pieces;
            space.first = space.first
                    .filter(known -> known.start().isBefore(next.get().start()))
                    .or(() -> next);
            return new Verdict(
                    Cause.RESERVED_SOON,
                    next.get().name(),
                    Optional.of(next.get().start()));
        }
        space.free += pieces;
        space.freeByBlock.merge(node.node().block(), 1L, Amounts::sum);
        requiredFree += required.contains(node.node().name()) ? 1 : 0;
        return Verdict.of(Cause.FREE, grouping.what());
    }

    private static Optional<Reservation> first(Stream<NodeSurvey.Planned> all, String node) {
        return all.filter(one -> one.nodes().contains(node))
                .map(NodeSurvey.Planned::reservation)
                .min(Comparator.comparing(Reservation::start));
    }

    PartitionNodes result(String partition) {
        long needs = spaces.values().stream()
                .mapToLong(space -> space.need.nodes())
                .min()
                .orElse(0);
        OptionalLong room = spaces.values().stream()
                .map(space -> grouping.room(space.freeByBlock))
                .flatMapToLong(OptionalLong::stream)
                .max();
        boolean enough = grouping.isNone()
                ? spaces.values().stream().anyMatch(space -> space.free >= space.need.pieces())
                : room.orElse(0) >= Math.max(1, needs);
        boolean fits = isCountable() && requiredFree == required.size() && enough;
        if (fits || !isCountable() || !grouping.isNone()) {
            return new PartitionNodes(
                    partition, needs, fits, grouping.what(), room, Optional.empty(), Optional.empty(), grouped());
        }
        Optional<PartitionNodes.Gap> gap = spaces.values().stream()
                .filter(space -> space.free + space.beforeReservation >= space.need.pieces())
                .flatMap(space -> space.first.stream())
                .max(Comparator.comparing(Reservation::start))
                .map(first -> new PartitionNodes.Gap(first.name(), first.start()));
        Optional<Instant> enoughBy = spaces.values().stream()
                .flatMap(space -> enoughBy(space).stream())
                .min(Comparator.naturalOrder());
        return new PartitionNodes(partition, needs, false, "", OptionalLong.empty(), enoughBy, gap, grouped());
    }

    /**
     * Returns true if the job accepts any suitable nodes, so that only the number of free nodes matters. Returns false
     * if the job names several nodes.
     */
    private boolean isCountable() {
        return required.isEmpty() || (required.size() == 1 && job.shape().minimumNodes() <= 1);
    }

    private static Optional<Instant> enoughBy(Space space) {
        space.ending.sort(FIRST_FREE);
        long pieces = space.free;
        for (SurveyedNode node : space.ending) {
            pieces += node.piecesWhenEmpty(space.need);
            if (pieces >= space.need.pieces()) {
                return Optional.of(Instant.ofEpochSecond(node.freeAt()));
            }
        }
        return Optional.empty();
    }

    private List<NodeGroup> grouped() {
        List<NodeGroup> all = new ArrayList<>();
        for (Cause cause : Cause.values()) {
            List<Map.Entry<Verdict, List<SurveyedNode>>> ofCause = groups.entrySet().stream()
                    .filter(group -> group.getKey().cause() == cause)
                    .sorted(Comparator.comparingInt((Map.Entry<Verdict, List<SurveyedNode>> group) ->
                                    -group.getValue().size())
                            .thenComparing(group -> group.getKey().detail()))
                    .toList();
            int kept = ofCause.size() > MAX_DETAILS ? MAX_DETAILS - 1 : ofCause.size();
            ofCause.subList(0, kept).forEach(group -> all.add(group(group.getKey(), group.getValue())));
            List<SurveyedNode> rest = ofCause.subList(kept, ofCause.size()).stream()
                    .flatMap(group -> group.getValue().stream())
                    .toList();
            if (!rest.isEmpty()) {
                all.add(group(Verdict.of(cause, ""), rest));
            }
        }
        return all;
    }

    private static NodeGroup group(Verdict verdict, List<SurveyedNode> nodes) {
        boolean busy = verdict.cause() == Cause.BUSY;
        List<Example> examples = nodes.stream()
                .sorted(
                        busy
                                ? FIRST_FREE
                                : Comparator.comparing(one -> one.node().name()))
                .limit(NodeGroup.MAX_EXAMPLES)
                .map(one -> new Example(
                        one.node().name(),
                        busy && one.freeAt() > 0 && one.freeAt() != SurveyedNode.UNKNOWN
                                ? Optional.of(Instant.ofEpochSecond(one.freeAt()))
                                : Optional.empty()))
                .toList();
        return new NodeGroup(verdict.cause(), verdict.detail(), nodes.size(), verdict.at(), examples);
    }
}
