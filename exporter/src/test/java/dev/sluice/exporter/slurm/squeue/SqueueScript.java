package dev.sluice.exporter.slurm.squeue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A shell script that replaces squeue. */
public final class SqueueScript {

    /** Prints the pending jobs 1 to n in the requested columns. */
    public static final String JOBS = """
            for last; do :; done
            echo "$last" | /usr/bin/awk -v n=%d '{
              count = split($0, columns, ",")
              for (job = 1; job <= n; job++) {
                for (i = 1; i <= count; i++) {
                  colon = index(columns[i], ":")
                  title = substr(columns[i], 1, colon - 1)
                  value = title == "JobId" ? job : title == "State" ? "PENDING" : title == "Partition" ? "cpu" : "N/A"
                  printf "%%s%%s", value, substr(columns[i], colon + 2)
                }
                printf "\\n"
              }
            }'
            """;

    private SqueueScript() {}

    /** Creates a script in a directory; {@code --version} prints 24.11.5. */
    public static Path in(Path directory, String body) {
        return raw(directory, "if [ \"$1\" = --version ]; then echo 'slurm-wlm 24.11.5'; exit 0; fi\n" + body);
    }

    /** Creates a script that replaces scontrol, in the directory of a script that replaces squeue. */
    public static void scontrol(Path squeue, String body) {
        try {
            Path script = squeue.resolveSibling("scontrol");
            Files.writeString(script, "#!/bin/sh\n" + body);
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates a script that ignores its arguments. */
    public static Path raw(Path directory, String body) {
        try {
            Path script = Files.createTempFile(
                    directory,
                    "squeue",
                    "",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            return Files.writeString(script, "#!/bin/sh\n" + body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
