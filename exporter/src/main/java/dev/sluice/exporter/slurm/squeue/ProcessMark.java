package dev.sluice.exporter.slurm.squeue;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.UUID;

/**
 * An environment variable that marks a program and all its descendants. A descendant keeps the mark after its parent
 * has exited, when it is no longer known as a descendant. Without /proc, no process is found.
 */
record ProcessMark(String variable, String value) {

    static ProcessMark unique(String variable) {
        return new ProcessMark(variable, UUID.randomUUID().toString());
    }

    void in(Map<String, String> environment) {
        environment.put(variable, value);
    }

    /** Kills the marked processes. */
    void end() {
        ProcessHandle.allProcesses().filter(this::marks).forEach(ProcessHandle::destroyForcibly);
    }

    private boolean marks(ProcessHandle process) {
        try (InputStream environment = new FileInputStream("/proc/" + process.pid() + "/environ")) {
            return new String(environment.readAllBytes(), ISO_8859_1).contains(variable + "=" + value);
        } catch (IOException e) {
            // The process has exited, or belongs to another user.
            return false;
        }
    }
}
