package dev.sluice.exporter.slurm.squeue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.ReasonName;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Maps the values of squeue's columns to the members of one of slurmrestd's records. Omits values that squeue does not
 * show.
 */
final class SqueueValues {

    /**
     * Slurm's 32-bit value for "no value", which squeue 24.11 prints as the tasks of a job that ended without a run.
     */
    private static final String NO_VALUE = "4294967294";

    private static final int MAX_DIGITS = 18;
    private static final int MAX_TIME_DIGITS = 9;
    private static final int SECONDS_PER_MINUTE = 60;
    private static final int SECONDS_PER_DAY = 24 * 60 * 60;
    private static final String PENDING = "PENDING";
    private static final String RUNNING = "RUNNING";

    private final UserNames users;
    private final ObjectNode values = JsonNodeFactory.instance.objectNode();
    private String state = "";
    private String tres = "";
    private String userId = "";
    private OptionalLong ran = OptionalLong.empty();
    private long nodeMebibytes;
    private OptionalLong unnamed = OptionalLong.empty();
    private Optional<ShownRequest> request = Optional.empty();

    SqueueValues(UserNames users) {
        this.users = users;
    }

    boolean pending() {
        return state.equals(PENDING) || base().filter(PENDING::equals).isPresent();
    }

    /**
     * Returns the base state that the shown state implies; empty if the shown state implies no base state or several
     * base states. squeue shows only one state: a flag hides the base state.
     */
    private Optional<String> base() {
        return switch (state) {
            case PENDING, "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD", "EXPEDITING" ->
                Optional.of(PENDING);
            case "CONFIGURING", "STOPPED", "SIGNALING", "RESIZING" -> Optional.of(RUNNING);
            default -> Optional.empty();
        };
    }

    /** Adds the parts of the request that squeue does not show. */
    void put(ShownRequest shown) {
        request = Optional.of(shown);
        values.put("max_nodes", shown.maximumNodes());
        if (!shown.nodeCounts().isEmpty()) {
            for (String range : shown.nodeCounts().split(",", -1)) {
                values.withArray("job_size_str").add(range);
            }
        }
        minutes("time_minimum", shown.minimumTime());
        values.put("array_max_tasks", shown.arrayLimit());
        values.put("segment_size", shown.segment());
        values.put("required_switches", shown.switches());
    }

    /** Completes the record after the values of all columns, except the task column, have been set. */
    ObjectNode complete() {
        base().ifPresent(base -> values.withArray("job_state").add(base));
        assignMemory();
        suspensions();
        boolean started = values.has("nodes");
        text(started ? "tres_alloc_str" : "tres_req_str", tres);
        return values;
    }

    /**
     * Derives from the shown run time, or for a running job from the shown end, since when the job runs. squeue does
     * not show suspensions.
     */
    private void suspensions() {
        boolean running =
                state.equals(RUNNING) || base().filter(RUNNING::equals).isPresent();
        long run = running ? SECONDS_PER_MINUTE * values.path("time_limit").longValue() : ran.orElse(0);
        if (state.equals("SUSPENDED")) {
            values.put("pre_sus_time", run);
        } else if (run > 0) {
            values.put("suspend_time", values.path("end_time").longValue() - run);
        }
    }

    /** A value that the lines of all tasks of an array together give. */
    void ignored(String field, String value) {}

    /** A text that is kept without changes. */
    void name(String field, String value) {
        values.put(field, value);
    }

    void state(String field, String value) {
        state = value;
        values.withArray(field).add(value);
    }

    void reason(String field, String value) {
        values.put(field, ReasonName.ofDescription(value));
        values.put("state_description", value);
    }

    void memory(String field, String value) {
        nodeMebibytes = Tres.parse("mem=" + value).memoryBytes() >> 20;
    }

    void tres(String field, String value) {
        tres = value;
    }

    void runTime(String field, String value) {
        ran = seconds(value);
    }

    /**
     * Assigns the value as memory per CPU or per node. If scontrol does not show which, assigns the value as memory per
     * CPU only if no memory per node yields the total in the TRES string.
     */
    private void assignMemory() {
        if (nodeMebibytes == 0) {
            return;
        }
        boolean ofCpu = request.map(ShownRequest::memoryPerCpu).orElseGet(this::seemsPerCpu);
        values.put(ofCpu ? "memory_per_cpu" : "memory_per_node", nodeMebibytes);
    }

    private boolean seemsPerCpu() {
        Tres sum = Tres.parse(tres);
        return sum.cpus() != sum.nodes() && (sum.memoryBytes() >> 20) == nodeMebibytes * sum.cpus();
    }

    /** Digits. Any other value, such as N/A, means unknown. */
    void number(String field, String value) {
        number(values, field, value);
    }

    private static void number(ObjectNode object, String field, String value) {
        if (isNumber(value) && !value.equals(NO_VALUE)) {
            object.put(field, Long.parseLong(value));
        }
    }

    /** Digits as in {@link #number}, but 0 means unset. */
    void setNumber(String field, String value) {
        if (!value.equals("0")) {
            number(field, value);
        }
    }

    /** A string. N/A and (null) mean unknown. */
    void text(String field, String value) {
        if (!value.isEmpty() && !value.equals("N/A") && !value.equals("(null)")) {
            values.put(field, value);
        }
    }

    void userId(String field, String value) {
        userId = value;
    }

    /** For a user that the host does not know, squeue shows the user ID instead of the name. A name can be a number. */
    void user(String field, String value) {
        if (!isNumber(value) || (isNumber(userId) && !value.equals(userId))) {
            text(field, value);
            return;
        }
        long user = Long.parseLong(value);
        Optional<String> name = users.of(user);
        name.ifPresent(known -> text(field, known));
        values.put("user_id", user);
        unnamed = name.isPresent() ? OptionalLong.empty() : OptionalLong.of(user);
    }

    /** Returns the ID of the job's user if the name is unknown. */
    OptionalLong unnamedUser() {
        return unnamed;
    }

    void overSubscribe(String field, String value) {
        share(field, value, "NO");
    }

    void exclusive(String field, String value) {
        share(field, value, "NODE");
    }

    private void share(String field, String value, String wholeNodes) {
        if (value.equals(wholeNodes)) {
            values.put(field, "none");
        } else if (Set.of("USER", "MCS", "TOPO").contains(value)) {
            values.put(field, value.toLowerCase(Locale.ROOT));
        }
    }

    void coreSpec(String field, String value) {
        int space = value.indexOf(' ');
        if (space < 0) {
            number(field, value);
        } else {
            number("thread_spec", value.substring(0, space));
        }
    }

    void exitCode(String field, String value) {
        int colon = value.indexOf(':');
        if (colon > 0) {
            ObjectNode code = values.putObject(field);
            number(code, "return_code", value.substring(0, colon));
            number(code.putObject("signal"), "id", value.substring(colon + 1));
        }
    }

    /** Converts {@code 1-02:03:04}, {@code 2:03:04} or {@code 3:04}; empty for any other value. */
    private static OptionalLong seconds(String value) {
        long days = 0;
        long seconds = 0;
        int dash = value.indexOf('-');
        if (dash > 0 && dash <= MAX_TIME_DIGITS && isNumber(value.substring(0, dash))) {
            days = Long.parseLong(value.substring(0, dash));
        }
        for (String part : value.substring(dash + 1).split(":", -1)) {
            if (!isNumber(part) || part.length() > MAX_TIME_DIGITS) {
                return OptionalLong.empty();
            }
            seconds = seconds * SECONDS_PER_MINUTE + Long.parseLong(part);
        }
        return OptionalLong.of(days * SECONDS_PER_DAY + seconds);
    }

    void minutes(String field, String value) {
        seconds(value).ifPresent(seconds -> values.put(field, seconds / SECONDS_PER_MINUTE));
    }

    static boolean isNumber(String value) {
        if (value.isEmpty() || value.length() > MAX_DIGITS) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            if (!GpuCounts.isDigit(value.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
