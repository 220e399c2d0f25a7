package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Reads the requests of jobs with the command scontrol. Blocks the calling thread.
 *
 * @param deadline maximum time of a call for all jobs
 */
record Scontrol(SlurmProgram program, Duration deadline, int maxRecords) implements ShownRequests.Source {

    /** Maximum time of a call for one job, so that several such calls do not take minutes if slurmctld hangs. */
    private static final Duration ONE_JOB_DEADLINE = Duration.ofSeconds(5);

    private static final List<String> SHOW_JOBS = List.of("--all", "--oneliner", "show", "job");

    @Override
    public void all(BiConsumer<Long, ShownRequest> listener) throws FetchFailure {
        ScontrolRecords records = new ScontrolRecords(listener);
        run(SHOW_JOBS, deadline, (bytes, length) -> {
            records.feed(bytes, length);
            if (records.count() > maxRecords) {
                throw new FetchFailure(
                        FailureKind.TOO_LARGE, program.path() + " shows more than " + maxRecords + " job records");
            }
        });
        records.end();
    }

    @Override
    public Optional<ShownRequest> one(long job) {
        List<String> arguments = new ArrayList<>(SHOW_JOBS);
        arguments.add(Long.toString(job));
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try {
            run(
                    arguments,
                    ONE_JOB_DEADLINE,
                    (bytes, length) ->
                            output.write(bytes, 0, Math.min(length, ScontrolRecords.MAX_RECORD_BYTES - output.size())));
        } catch (FetchFailure e) {
            // scontrol fails if slurmctld has removed the job meanwhile.
            return Optional.empty();
        }
        return ScontrolRecords.ofOne(job, output.toString(StandardCharsets.ISO_8859_1));
    }

    private void run(List<String> arguments, Duration limit, Command.Output output) throws FetchFailure {
        program.call(limit, arguments).run(output).check(program, "");
    }
}
