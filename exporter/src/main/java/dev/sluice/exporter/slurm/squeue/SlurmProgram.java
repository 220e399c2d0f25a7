package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.poll.FetchFailure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of Slurm on the exporter's host: squeue or scontrol.
 *
 * @param path absolute path of the command
 * @param environment the complete environment of the command, with {@link Command#MARK}
 */
public record SlurmProgram(Path path, Map<String, String> environment) {

    /** Deadline of {@code --version}, which contacts only the server of the configuration. */
    static final Duration VERSION_DEADLINE = Duration.ofSeconds(10);

    private static final String CONFIGURATION = "SLURM_CONF";

    /** The environment variable with the slurmctld that sends slurm.conf. */
    private static final String SERVER = "SLURM_CONF_SERVER";

    /** The environment variable with the token. With a token, Slurm's commands need neither munge nor a key. */
    private static final String TOKEN = "SLURM_JWT";

    /** Matches {@code slurm 24.11.5} and, on Debian, {@code slurm-wlm 24.11.5}. */
    private static final Pattern VERSION = Pattern.compile("(?m)^slurm\\S* (\\d{2}\\.\\d{2}[A-Za-z0-9.~-]{0,20})\\s*$");

    private static final int VERSION_BYTES = 1_000;

    public SlurmProgram {
        path = path.toAbsolutePath();
        environment = Map.copyOf(environment);
    }

    /**
     * Returns the command with its own environment, so that the format of its output does not depend on the exporter's
     * environment.
     *
     * @param own environment of this process; the command gets the variable {@code SLURM_CONF}
     */
    public static SlurmProgram of(Path path, Map<String, String> own) {
        Map<String, String> environment = new HashMap<>();
        environment.put("SLURM_TIME_FORMAT", "%s");
        environment.put("SLURM_BITSTR_LEN", "0");
        environment.put("TZ", "UTC");
        environment.put("LC_ALL", "C");
        environment.put(Command.MARK, UUID.randomUUID().toString());
        Optional.ofNullable(own.get(CONFIGURATION)).ifPresent(file -> environment.put(CONFIGURATION, file));
        return new SlurmProgram(path, environment);
    }

    /**
     * Returns the command with the configuration that slurmctld sends, instead of a local slurm.conf. Needs
     * {@code SlurmctldParameters=enable_configless}, and a token.
     *
     * @param server host and port of slurmctld
     */
    public SlurmProgram configuredBy(String server) {
        Map<String, String> changed = new HashMap<>(environment);
        changed.remove(CONFIGURATION);
        changed.put(SERVER, server);
        return new SlurmProgram(path, changed);
    }

    /** Returns the command that authenticates with a token. */
    SlurmProgram authenticatedBy(String token) {
        Map<String, String> changed = new HashMap<>(environment);
        changed.put(TOKEN, token);
        return new SlurmProgram(path, changed);
    }

    /** Returns the scontrol in the same directory, with the same environment. */
    public SlurmProgram scontrol() {
        return new SlurmProgram(path.resolveSibling("scontrol"), environment);
    }

    Command call(Duration deadline, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(path.toString()));
        words.addAll(arguments);
        return new Command(words, environment, deadline);
    }

    /**
     * Returns the Slurm release of the command, such as {@code 24.11.5}. Blocks the calling thread.
     *
     * @throws FetchFailure if the file cannot be run or is not a command of Slurm
     */
    public String release() throws FetchFailure {
        StringBuilder text = new StringBuilder();
        call(VERSION_DEADLINE, List.of("--version"))
                .run((bytes, length) -> {
                    if (text.length() < VERSION_BYTES) {
                        text.append(new String(bytes, 0, Math.min(length, VERSION_BYTES), StandardCharsets.US_ASCII));
                    }
                })
                .check(this, "");
        Matcher version = VERSION.matcher(text);
        if (!version.find()) {
            throw FetchFailure.undecodable(path + " --version does not print a release of Slurm");
        }
        return version.group(1);
    }
}
