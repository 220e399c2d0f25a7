package dev.sluice.exporter.api;

import dev.sluice.exporter.derive.LimitUse.Owner;
import dev.sluice.exporter.derive.QueuePlace;
import dev.sluice.exporter.derive.pending.Dependency;
import dev.sluice.exporter.derive.pending.NodeGroup;
import dev.sluice.exporter.derive.pending.ObstacleFinder.Obstacles;
import dev.sluice.exporter.derive.pending.ReachedLimit;
import dev.sluice.exporter.derive.pending.WantedLicense;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.PendingReason;
import dev.sluice.exporter.model.job.PendingReason.Explanation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Answers why a job is pending: with the numbers that block the job, otherwise with the meaning of the reason. Describes
 * each obstacle in a sentence. The times are separate members of the JSON, so that each reader sees the times in the
 * reader's local time zone.
 *
 * @param partitions partitions of the cluster
 * @param visibility visibility for the records of the job's user
 */
record PendingWords(Job job, Obstacles obstacles, List<Partition> partitions, Visibility visibility) {

    private static final String GPU = "gres/gpu";
    private static final String LICENSE = "license/";
    private static final long SECONDS_PER_MINUTE = 60;

    private static final List<Map.Entry<Long, String>> UNITS =
            List.of(Map.entry(86_400L, "day"), Map.entry(3_600L, "hour"), Map.entry(SECONDS_PER_MINUTE, "minute"));

    private static final Explanation REQUEUED = new Explanation(
            "The job is requeued, its nodes are completing.",
            "Wait: slurmctld considers the job again when its nodes have completed.");

    /** The meaning of reason {@code Priority} for a job that is first in all its partitions. */
    private static final String FIRST_BY_PRIORITY =
            "No pending job of the partition has a higher priority. Jobs of other partitions on the same nodes can be ahead,"
                    + " or slurmctld has not considered the job since the queue changed.";

    Explanation answer(List<QueuePlace> places) {
        if (!job.waiting()) {
            return REQUEUED;
        }
        Optional<Explanation> found = switch (job.status().reason()) {
            case "Dependency", "DependencyNeverSatisfied" -> dependency();
            case "Licenses" -> license();
            case "BeginTime" ->
                Optional.of(job.times().eligibleAt())
                        .filter(begin -> begin > 0)
                        .map(begin -> known("The job can start from " + Instant.ofEpochSecond(begin) + "."));
            case "Reservation" -> reservation();
            case "PartitionTimeLimit" -> time();
            case "PartitionNodeLimit" -> nodes();
            case "Priority" ->
                Optional.of(places)
                        .filter(all -> !all.isEmpty() && all.stream().allMatch(place -> place.position() == 1))
                        .map(unused -> known(FIRST_BY_PRIORITY));
            default -> limit();
        };
        return found.orElseGet(() -> known(reason().meaning()));
    }

    private Explanation reason() {
        return PendingReason.of(job.status().reason()).explanation();
    }

    /** Returns an explanation with the solution for the reason, with the job's ID, account and QOS in the commands. */
    private Explanation known(String meaning) {
        String account = visibility.account(job.owner().account());
        return new Explanation(
                meaning,
                reason().todo()
                        .replaceAll("\\bID\\b", Long.toString(job.id()))
                        .replace("ACCOUNT", account.isEmpty() ? "ACCOUNT" : account)
                        .replace("QOSNAME", job.owner().qos()));
    }

    private Optional<Explanation> limit() {
        return obstacles.limits().stream()
                .filter(ReachedLimit::isReached)
                .findFirst()
                .map(limit -> {
                    String name = shownName(limit, visibility);
                    return limit.refuses()
                            ? new Explanation(refusal(limit, name), change(limit))
                            : known(sentence(limit, name));
                });
    }

    /** Returns the visible name of the account, or the name of the QOS. */
    static String shownName(ReachedLimit limit, Visibility visibility) {
        return limit.owner() == Owner.ACCOUNT || limit.owner() == Owner.USER
                ? visibility.account(limit.name())
                : limit.name();
    }

    private Optional<Explanation> dependency() {
        return obstacles.dependencies().stream()
                .max(Comparator.comparing(Dependency::failed))
                .map(one -> known(sentence(one)));
    }

    private Optional<Explanation> license() {
        return obstacles.licenses().stream()
                .filter(Predicate.not(WantedLicense::isFree))
                .max(Comparator.comparing(WantedLicense::exceedsTotal))
                .map(wanted -> job.status().refused()
                        ? new Explanation(sentence(wanted), change(wanted))
                        : known(sentence(wanted)));
    }

    private Optional<Explanation> reservation() {
        return obstacles.reservations().stream()
                .findFirst()
                .map(wanted -> known("The job waits for reservation " + wanted.name() + ", from " + wanted.start()
                        + " to " + wanted.end() + "."));
    }

    private Optional<Explanation> time() {
        long asked = job.times().limit();
        return own().filter(partition -> asked > partition.maxSeconds().orElse(Long.MAX_VALUE))
                .map(partition -> {
                    long most = partition.maxSeconds().orElse(0);
                    return new Explanation(
                            "The job requests " + duration(asked) + "; partition " + partition.name() + " allows "
                                    + duration(most) + ".",
                            "Choose another partition, or lower the time limit: " + shorter(most) + ".");
                });
    }

    private Optional<Explanation> nodes() {
        long asked = job.request().nodes();
        return own().flatMap(partition -> {
            boolean small = partition.totalNodes() < asked;
            long most = small ? partition.totalNodes() : partition.maxNodes();
            return most < asked
                    ? Optional.of(new Explanation(
                            "The job requests " + asked + " " + plural(asked, "node") + "; partition "
                                    + partition.name() + (small ? " has " : " allows each job ") + most + ".",
                            "Request at most " + most + " (scontrol update JobId=" + job.id() + " NumNodes=" + most
                                    + "), or choose another partition."
                                    + (small ? " In an elastic partition, wait for new nodes." : "")))
                    : Optional.empty();
        });
    }

    /** Returns the job's partition, if the job has only one. */
    private Optional<Partition> own() {
        return partitions.stream()
                .filter(partition -> job.partitions().equals(List.of(partition.name())))
                .findFirst();
    }

    /**
     * Describes a limit and its use.
     *
     * @param name visible name of the account, or name of the QOS; empty if hidden
     */
    static String sentence(ReachedLimit limit, String name) {
        List<String> numbers = new ArrayList<>();
        if (!ofEachJob(limit)) {
            String used = limit.used().isPresent()
                    ? number(limit, limit.used().getAsDouble()) + " in use"
                    : "its use is not known";
            String by = switch (limit.owner()) {
                case QOS_USER, USER -> " by this user";
                case QOS_ACCOUNT -> " by this account";
                case QOS, ACCOUNT, ARRAY -> "";
            };
            numbers.add(used + by);
        }
        if (limit.asks().isPresent() && !isCount(limit)) {
            numbers.add(amount(limit, limit.asks().getAsDouble()) + " requested");
        }
        return allows(limit, name) + (numbers.isEmpty() ? "" : ": ") + String.join(", ", numbers) + ".";
    }

    /** Describes a limit under which a job can never start. */
    private static String refusal(ReachedLimit limit, String name) {
        String asks = isCount(limit)
                ? ""
                : "The job requests " + amount(limit, limit.asks().orElse(0)) + ", but ";
        return asks + allows(limit, name) + ". The job can never start.";
    }

    /** Returns what lets a job start that a limit refuses. */
    private String change(ReachedLimit limit) {
        boolean minimum = limit.limit().kind() == LimitKind.MIN_TRES_PER_JOB;
        String other = limit.owner().isQos() ? "choose another QOS" : "choose another account";
        if (isCount(limit)) {
            return other.replace("choose", "Choose") + ", or ask an administrator for a higher limit.";
        }
        String shorter = limit.limit().kind() == LimitKind.MAX_WALL
                ? " (" + shorter(SECONDS_PER_MINUTE * (long) limit.limit().most()) + ")"
                : "";
        return "Request at " + (minimum ? "least " : "most ") + most(limit) + shorter + ", " + other
                + ", or ask an administrator for " + (minimum ? "another" : "a higher") + " limit.";
    }

    /** Returns what lets a job start that requests more licenses than the cluster has. */
    private String change(WantedLicense wanted) {
        return "Request at most " + wanted.license().map(License::total).orElse(0L) + " (scontrol update JobId="
                + job.id() + " Licenses=...), or ask an administrator for more.";
    }

    private String shorter(long seconds) {
        return "scontrol update JobId=" + job.id() + " TimeLimit=" + seconds / SECONDS_PER_MINUTE
                + ", in minutes; only an operator can raise it again";
    }

    private static String allows(ReachedLimit limit, String name) {
        String max = most(limit);
        String owner = owner(limit, name);
        String allows = switch (limit.limit().kind()) {
            case MIN_TRES_PER_JOB -> owner + " requires " + max + " of each job";
            case MAX_TRES_PER_JOB, MAX_TRES_MINS_PER_JOB, MAX_WALL -> owner + " allows each job " + max;
            case MAX_TRES_PER_NODE -> owner + " allows each job " + max + " on a node";
            default ->
                switch (limit.owner()) {
                    case QOS, ACCOUNT -> owner + " allows " + max + " in all";
                    case QOS_USER, USER -> owner + " allows each user " + max;
                    case QOS_ACCOUNT -> owner + " allows each account " + max;
                    case ARRAY -> owner + " allows " + max + " at once";
                };
        };
        return allows + " (" + limit.label() + ")";
    }

    private static String owner(ReachedLimit limit, String name) {
        if (limit.owner() == Owner.ARRAY) {
            return "The array";
        }
        return limit.owner().isQos() ? "QOS " + name : name.isEmpty() ? "The account" : "Account " + name;
    }

    /** Returns true if the limit applies to each job on its own. */
    private static boolean ofEachJob(ReachedLimit limit) {
        return switch (limit.limit().kind()) {
            case MAX_TRES_PER_JOB, MAX_TRES_MINS_PER_JOB, MAX_TRES_PER_NODE, MIN_TRES_PER_JOB, MAX_WALL -> true;
            default -> false;
        };
    }

    /** Returns true if the limit is a number of jobs. */
    private static boolean isCount(ReachedLimit limit) {
        return limit.limit().tres().isEmpty() && limit.limit().kind() != LimitKind.MAX_WALL;
    }

    private static String number(ReachedLimit limit, double amount) {
        long whole = Math.round(amount);
        if (!limit.limit().tres().equals("mem") || limit.limit().kind() == LimitKind.MAX_TRES_MINS_PER_JOB) {
            return Long.toString(whole);
        }
        long gibibytes = whole >> 30;
        return gibibytes << 30 == whole ? gibibytes + " GiB" : (whole >> 20) + " MiB";
    }

    private static String most(ReachedLimit limit) {
        return amount(limit, limit.limit().most());
    }

    private static String amount(ReachedLimit limit, double amount) {
        String number = number(limit, amount);
        String resource = limit.limit().tres();
        return switch (limit.limit().kind()) {
            case MAX_TRES_MINS_PER_JOB -> number + " minutes of " + resource;
            case MAX_WALL -> duration(SECONDS_PER_MINUTE * (long) amount);
            default -> resource.equals("mem") ? number + " of memory" : number + " " + unit(limit, amount, resource);
        };
    }

    private static String unit(ReachedLimit limit, double amount, String resource) {
        if (resource.startsWith(GPU + ":")) {
            return plural(amount, resource.substring(GPU.length() + 1) + " GPU");
        }
        if (resource.startsWith(LICENSE)) {
            return plural(amount, resource.substring(LICENSE.length()) + " license");
        }
        return switch (resource) {
            case "" -> plural(amount, limit.label().contains("Submit") ? "submitted job" : "running job");
            case "cpu" -> plural(amount, "CPU");
            case "node" -> plural(amount, "node");
            case GPU -> plural(amount, "GPU");
            default -> resource;
        };
    }

    private static String plural(double number, String noun) {
        return number == 1 ? noun : noun + "s";
    }

    /** Returns a time in its largest whole unit. */
    private static String duration(long seconds) {
        return UNITS.stream()
                .filter(unit -> seconds % unit.getKey() == 0)
                .findFirst()
                .map(unit -> seconds / unit.getKey() + " " + plural(seconds / unit.getKey(), unit.getValue()))
                .orElse(seconds + " s");
    }

    static String sentence(Dependency dependency) {
        String other = "job " + dependency.jobId().orElse(0)
                + (dependency.task().isEmpty() || dependency.task().equals("*") ? "" : "_" + dependency.task());
        String until = switch (dependency.type()) {
            case "after" -> "starts after the start of " + other;
            case "afterany" -> "starts after the end of " + other;
            case "afterok" -> "starts after " + other + " has completed without an error";
            case "afternotok" -> "starts after " + other + " has failed";
            case "aftercorr" -> "starts each task after the same task of " + other + " has completed without an error";
            case "singleton" -> "starts after all earlier jobs of its user with its name have ended";
            default -> "depends on " + other + " (" + dependency.type() + ")";
        };
        String state = states(dependency);
        return (state.isEmpty() ? "This job " : state + "; this job ") + until
                + (dependency.failed() ? ", which cannot happen any more" : "") + ".";
    }

    private static String states(Dependency dependency) {
        if (dependency.states().isEmpty()) {
            OptionalLong forgotten = dependency.jobId();
            return forgotten.isEmpty() ? "" : "slurmctld does not have job " + forgotten.getAsLong();
        }
        boolean single = dependency.states().values().stream().reduce(0L, Amounts::sum) == 1;
        return "Job " + dependency.jobId().orElse(0) + " is "
                + dependency.states().entrySet().stream()
                        .map(state -> state.getKey().label().replace('_', ' ')
                                + (single ? "" : " (" + state.getValue() + ")"))
                        .collect(Collectors.joining(", "));
    }

    static String sentence(WantedLicense wanted) {
        if (wanted.exceedsTotal()) {
            long total = wanted.license().map(License::total).orElse(0L);
            return "The job requests " + wanted.asks() + " licenses " + wanted.name() + ", but the cluster has " + total
                    + ". The job can never start.";
        }
        return "License " + wanted.name() + ": " + wanted.asks() + " requested, "
                + wanted.license()
                        .map(known -> known.free() + " of " + known.total() + " free")
                        .orElse("not known to slurmctld")
                + ".";
    }

    static String sentence(NodeGroup group) {
        return group.nodes() + " " + plural(group.nodes(), "node") + " "
                + group.cause().words(group.nodes()) + ".";
    }

    static String sentence(NodeGroup.OfPartition nodes) {
        if (nodes.groups().isEmpty()) {
            return "Partition " + nodes.partition() + " has no nodes now.";
        }
        long all = nodes(nodes, group -> true);
        long free = nodes(nodes, group -> group.cause() == NodeGroup.Cause.FREE);
        return "Partition " + nodes.partition() + ": " + free + " of " + all + (all == 1 ? " node has" : " nodes have")
                + " room for it now.";
    }

    private static long nodes(NodeGroup.OfPartition all, Predicate<NodeGroup> filter) {
        return all.groups().stream().filter(filter).mapToLong(NodeGroup::nodes).reduce(0, Amounts::sum);
    }

    static String sentence(QueuePlace place) {
        String where = " of " + place.of() + " in partition " + place.partition() + " by priority";
        if (place.position() == 1) {
            return "First" + where + ".";
        }
        long competitors = place.competitors();
        return "Number " + place.position() + where + "; "
                + (competitors == 0
                        ? "none of the jobs ahead can start now."
                        : competitors + (competitors == 1 ? " job" : " jobs and array tasks")
                                + " ahead for the same resources.");
    }
}
