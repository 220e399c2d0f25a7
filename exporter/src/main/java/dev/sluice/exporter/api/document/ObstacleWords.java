package dev.sluice.exporter.api.document;

import dev.sluice.exporter.derive.QueuePlace;
import dev.sluice.exporter.derive.pending.Dependency;
import dev.sluice.exporter.derive.pending.Help;
import dev.sluice.exporter.derive.pending.NodeGroup;
import dev.sluice.exporter.derive.pending.PartitionNodes;
import dev.sluice.exporter.derive.pending.ReachedLimit;
import dev.sluice.exporter.derive.pending.WantedLicense;
import dev.sluice.exporter.model.reason.ReasonClass;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Describes the obstacles of a pending job in sentences. The times are separate members of the JSON, so that each
 * reader sees the times in the reader's local time zone.
 */
final class ObstacleWords {

    private static final String GPU = "gres/gpu";
    private static final String LICENSE = "license/";
    private static final long SECONDS_PER_MINUTE = 60;

    private ObstacleWords() {}

    /**
     * Describes a limit.
     *
     * @param name visible name of the account, or name of the QOS; empty if hidden
     */
    static String sentence(ReachedLimit limit, String name) {
        String max = amount(limit, limit.max());
        String allows = switch (limit.owner()) {
            case QOS -> "QOS " + name + " allows " + max + " in all";
            case QOS_USER -> "QOS " + name + " allows each user " + max;
            case QOS_ACCOUNT -> "QOS " + name + " allows each account " + max;
            case ACCOUNT -> (name.isEmpty() ? "The account" : "Account " + name) + " allows " + max + " in all";
            case ARRAY -> "The array allows " + max + " at once";
        };
        String by = switch (limit.owner()) {
            case QOS_USER -> " by this user";
            case QOS_ACCOUNT -> " by this account";
            case QOS, ACCOUNT, ARRAY -> "";
        };
        String asks = limit.asks().isPresent() && !limit.resource().isEmpty()
                ? ", " + amount(limit, limit.asks().getAsDouble()) + " requested"
                : "";
        return allows + " (" + limit.limit() + "): " + used(limit) + by + asks + ".";
    }

    private static String used(ReachedLimit limit) {
        OptionalDouble used = limit.used();
        return used.isEmpty()
                ? "its use is not known"
                : plain(limit.resource().equals("mem"), used.getAsDouble()) + " in use";
    }

    private static String amount(ReachedLimit limit, double amount) {
        String number = plain(limit.resource().equals("mem"), amount);
        boolean one = amount == 1;
        return switch (limit.resource()) {
            case "" ->
                number + (limit.limit().contains("Submit") ? " submitted" : " running") + (one ? " job" : " jobs");
            case "cpu" -> number + (one ? " CPU" : " CPUs");
            case "mem" -> number + " of memory";
            case "node" -> number + (one ? " node" : " nodes");
            case GPU -> number + (one ? " GPU" : " GPUs");
            default ->
                limit.resource().startsWith(GPU + ":")
                        ? number + " " + limit.resource().substring(GPU.length() + 1) + (one ? " GPU" : " GPUs")
                        : number + named(limit.resource(), one);
        };
    }

    private static String named(String resource, boolean one) {
        return resource.startsWith(LICENSE)
                ? " " + resource.substring(LICENSE.length()) + (one ? " license" : " licenses")
                : " " + resource;
    }

    private static String plain(boolean memory, double amount) {
        long whole = Math.round(amount);
        long gibibytes = whole >> 30;
        if (!memory) {
            return Long.toString(whole);
        }
        return gibibytes << 30 == whole ? gibibytes + " GiB" : (whole >> 20) + " MiB";
    }

    static String sentence(Dependency dependency) {
        String other = "job " + dependency.jobId()
                + (dependency.task().isEmpty() || dependency.task().equals("*") ? "" : "_" + dependency.task());
        String until = switch (dependency.type()) {
            case "after" -> "Starts after the start of " + other;
            case "afterany" -> "Starts after the end of " + other;
            case "afterok" -> "Starts after " + other + " has completed without an error";
            case "afternotok" -> "Starts after " + other + " has failed";
            case "aftercorr" -> "Each task starts after the same task of " + other + " has completed without an error";
            case "singleton" -> "Starts after all earlier jobs of its user with its name have ended";
            default -> dependency.type() + " of " + other;
        };
        return until + (dependency.failed() ? ", which cannot happen any more" : "") + states(dependency) + ".";
    }

    private static String states(Dependency dependency) {
        if (dependency.jobId() == 0) {
            return "";
        }
        if (dependency.states().isEmpty()) {
            return "; slurmctld does not have job " + dependency.jobId();
        }
        boolean single =
                dependency.states().values().stream().mapToLong(Long::longValue).sum() == 1;
        return "; job " + dependency.jobId() + " is "
                + dependency.states().entrySet().stream()
                        .map(state -> state.getKey().label().replace('_', ' ')
                                + (single ? "" : " (" + state.getValue() + ")"))
                        .collect(Collectors.joining(", "));
    }

    static String sentence(WantedLicense wanted) {
        return "License " + wanted.name() + ": " + wanted.asks() + " requested, "
                + wanted.license()
                        .map(known -> known.free() + " of " + known.total() + " free")
                        .orElse("not known to slurmctld")
                + ".";
    }

    static String sentence(NodeGroup group) {
        String nodes = group.nodes() + (group.nodes() == 1 ? " node " : " nodes ");
        boolean one = group.nodes() == 1;
        String is = one ? "is " : "are ";
        String because = group.detail().isEmpty() ? "" : ": " + group.detail();
        String what = switch (group.cause()) {
            case FREE -> group.detail().isEmpty() ? (one ? "has" : "have") + " room for it now" : is + "free";
            case BUSY -> is + "busy";
            case PLANNED -> is + "planned for a job with a higher priority";
            case RESERVED_SOON -> is + "free, but reservation " + group.detail() + " begins before the job would end";
            case RESERVED -> is + "reserved" + (group.detail().isEmpty() ? "" : " by " + group.detail());
            case OTHER_RESERVATION -> is + "not in its reservation";
            case LATER_RESERVATION -> is + "in its reservation " + group.detail() + ", which has not begun";
            case OTHER_USER -> is + "exclusive to another user";
            case DRAINED -> is + "draining or drained" + because;
            case DOWN -> is + "down" + because;
            case MAINTENANCE -> is + "under maintenance" + because;
            case STARTING -> is + "starting";
            case POWERED_DOWN -> is + "powered down";
            case FEATURES -> (one ? "lacks" : "lack") + " the features " + group.detail();
            case TOO_SMALL -> is + "too small: " + tooSmall(group.detail());
            case NOT_REQUESTED -> is + "excluded by --nodelist or --exclude";
        };
        return nodes + what + ".";
    }

    private static String tooSmall(String label) {
        return switch (label) {
            case "cpu_too_large" -> "fewer CPUs than requested";
            case "memory_too_large" -> "less memory than requested";
            case "no_matching_gpu" -> "no such GPUs, or fewer than requested";
            case "no_matching_gres" -> "no such generic resources, or fewer than requested";
            case "too_many_nodes" -> "the job would need more of them than it allows";
            default -> "less than requested";
        };
    }

    static String sentence(PartitionNodes nodes) {
        if (nodes.groups().isEmpty()) {
            return "Partition " + nodes.partition() + " has no nodes now.";
        }
        if (nodes.needs() == 0) {
            return "Partition " + nodes.partition() + ": no node there suits the request.";
        }
        String needs = "Partition " + nodes.partition() + ": it needs " + nodes.needs()
                + (nodes.needs() == 1 ? " node" : " nodes") + nodes.condition();
        if (!nodes.condition().isEmpty() && nodes.room().isEmpty()) {
            return needs + "; Slurm does not show how many of the free nodes suit.";
        }
        long free = nodes.room().orElseGet(nodes::free);
        return needs + ", and " + (free == 0 ? "none has" : free == 1 ? "1 has" : free + " have") + " room for it now"
                + (nodes.fits() ? "; slurmctld has not started it there yet." : ".");
    }

    static String sentence(Help help, long jobId) {
        if (help instanceof Help.ShorterLimit shorter) {
            long minutes = Math.max(1, shorter.seconds() / SECONDS_PER_MINUTE - 1);
            return "Free nodes of partition " + shorter.partition() + " are enough for it until reservation "
                    + shorter.reservation() + " begins. A shorter time limit fits before: scontrol update JobId="
                    + jobId
                    + " TimeLimit=" + minutes + " (minutes).";
        }
        Help.OtherPartition other = (Help.OtherPartition) help;
        return "Partition " + other.partition() + " has room for it now: it needs " + other.needs()
                + (other.needs() == 1 ? " node" : " nodes") + ", " + other.free()
                + (other.free() == 1 ? " has" : " have")
                + " room, and no job waits there for resources. If its account may use that partition:"
                + " scontrol update JobId=" + jobId + " Partition=" + other.partition() + ".";
    }

    static String sentence(QueuePlace place) {
        String where = " of " + place.of() + " in partition " + place.partition() + " by priority";
        if (place.position() == 1) {
            return "First" + where + ".";
        }
        return "Number " + place.position() + where + ", " + place.tasksBefore()
                + (place.tasksBefore() == 1 ? " job" : " jobs") + " ahead: "
                + place.before().entrySet().stream()
                        .map(before -> before.getValue() + " " + waiting(before.getKey()))
                        .collect(Collectors.joining(", "))
                + ".";
    }

    private static String waiting(ReasonClass reasonClass) {
        return switch (reasonClass) {
            case RESOURCES -> "waiting for resources";
            case PRIORITY -> "waiting behind others";
            case LIMIT -> "at a limit";
            case DEPENDENCY -> "waiting for another job";
            case HELD -> "held";
            case BEGIN_TIME -> "with a later begin time";
            case LICENSE -> "waiting for licenses";
            case RESERVATION -> "waiting for a reservation";
            case UNAVAILABLE -> "waiting for unavailable nodes";
            case IMPOSSIBLE -> "that cannot run";
            case OTHER -> "for other reasons";
        };
    }
}
