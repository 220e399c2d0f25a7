package dev.sluice.lab.scheduling;

import dev.sluice.lab.scheduling.JobRequest.ArrayTasks;
import dev.sluice.lab.scheduling.JobRequest.Dependency;
import dev.sluice.lab.scheduling.JobRequest.Hold;
import dev.sluice.lab.scheduling.JobRequest.Memory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Builds a {@link JobRequest}; the methods follow sbatch's options. */
public final class JobRequestBuilder {
    private final String name;
    private String user = "alice";
    private String account = "research";
    private String qos = "normal";
    private List<String> partitions = List.of("cpu");
    private int nodes = 1;
    private int tasks = 1;
    private int tasksPerNode;
    private int cpusPerTask = 1;
    private Memory memory = Memory.perCpu(2000);
    private Optional<GpuRequest> gpus = Optional.empty();
    private boolean exclusive;
    private final SortedMap<String, Integer> licenses = new TreeMap<>();
    private Duration timeLimit = Duration.ofMinutes(60);
    private Duration runTime = Duration.ofMinutes(30);
    private JobState ending = JobState.COMPLETED;
    private Optional<ArrayTasks> array = Optional.empty();
    private Optional<Dependency> dependency = Optional.empty();
    private long beginAt;
    private Hold hold = Hold.NONE;
    private List<String> features = List.of();
    private List<String> requiredNodes = List.of();
    private Optional<String> reservation = Optional.empty();

    JobRequestBuilder(String name) {
        this.name = name;
    }

    public JobRequestBuilder by(String userName, String accountName) {
        user = userName;
        account = accountName;
        return this;
    }

    public JobRequestBuilder qos(String qosName) {
        qos = qosName;
        return this;
    }

    public JobRequestBuilder partitions(String... names) {
        partitions = List.of(names);
        return this;
    }

    /**
     * Sets the number of nodes, with one task per node unless {@link #tasks} or {@link #tasksPerNode} is called later.
     */
    public JobRequestBuilder nodes(int count) {
        nodes = count;
        tasks = count;
        return this;
    }

    public JobRequestBuilder tasks(int count) {
        tasks = count;
        return this;
    }

    public JobRequestBuilder tasksPerNode(int count) {
        tasksPerNode = count;
        tasks = count * nodes;
        return this;
    }

    public JobRequestBuilder cpusPerTask(int count) {
        cpusPerTask = count;
        return this;
    }

    public JobRequestBuilder memory(Memory wanted) {
        memory = wanted;
        return this;
    }

    public JobRequestBuilder gpus(GpuRequest wanted) {
        gpus = Optional.of(wanted);
        return this;
    }

    /** Requests exclusive use of the nodes. */
    public JobRequestBuilder exclusive() {
        exclusive = true;
        return this;
    }

    public JobRequestBuilder license(String licenseName, int count) {
        licenses.put(licenseName, count);
        return this;
    }

    public JobRequestBuilder limit(Duration time) {
        timeLimit = time;
        return this;
    }

    /** Sets the run time; a job that exceeds its time limit ends as TIMEOUT. */
    public JobRequestBuilder runs(Duration time) {
        runTime = time;
        return this;
    }

    public JobRequestBuilder endsAs(JobState state) {
        ending = state;
        return this;
    }

    public JobRequestBuilder array(ArrayTasks tasksOfArray) {
        array = Optional.of(tasksOfArray);
        return this;
    }

    public JobRequestBuilder after(Dependency other) {
        dependency = Optional.of(other);
        return this;
    }

    /** Sets the earliest start, in seconds. */
    public JobRequestBuilder beginAt(long epochSeconds) {
        beginAt = epochSeconds;
        return this;
    }

    public JobRequestBuilder held(Hold by) {
        hold = by;
        return this;
    }

    public JobRequestBuilder features(String... wanted) {
        features = List.of(wanted);
        return this;
    }

    public JobRequestBuilder onNodes(String... names) {
        requiredNodes = List.of(names);
        return this;
    }

    public JobRequestBuilder reservation(String reservationName) {
        reservation = Optional.of(reservationName);
        return this;
    }

    public JobRequest build() {
        return new JobRequest(
                name,
                user,
                account,
                qos,
                partitions,
                nodes,
                tasks,
                tasksPerNode,
                cpusPerTask,
                memory,
                gpus,
                exclusive,
                licenses,
                timeLimit,
                runTime,
                ending,
                array,
                dependency,
                beginAt,
                hold,
                features,
                requiredNodes,
                reservation);
    }
}
