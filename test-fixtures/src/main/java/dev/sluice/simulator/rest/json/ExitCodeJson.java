package dev.sluice.simulator.rest.json;

import dev.sluice.lab.scheduling.job.JobState;
import java.util.List;

/** The exit code of a job in Slurm: the return code of the job, or the signal that ended the job. */
final class ExitCodeJson {
    private record Code(String status, boolean returned, int value, int signal, String signalName) {}

    private ExitCodeJson() {}

    static void write(SlurmJson json, JobState state) {
        Code code = of(state);
        json.texts("status", List.of(code.status()));
        if (code.returned()) {
            json.wrapped("return_code", code.value());
        } else {
            json.unset("return_code");
        }
        json.object("signal", signal -> {
            if (code.signal() > 0) {
                signal.wrapped("id", code.signal());
            } else {
                signal.unset("id");
            }
            signal.text("name", code.signalName());
        });
    }

    private static Code of(JobState state) {
        return switch (state) {
            case PENDING, RUNNING, COMPLETED -> new Code("SUCCESS", true, 0, 0, "");
            case FAILED -> new Code("ERROR", true, 1, 0, "");
            case TIMEOUT, CANCELLED, PREEMPTED -> new Code("SIGNALED", false, 0, 15, "TERM");
            case NODE_FAIL -> new Code("SIGNALED", false, 0, 1, "HUP");
            case OUT_OF_MEMORY -> new Code("SIGNALED", false, 0, 9, "KILL");
        };
    }
}
