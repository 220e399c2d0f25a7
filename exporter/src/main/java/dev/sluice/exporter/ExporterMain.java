package dev.sluice.exporter;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.cli.Processes;
import dev.sluice.common.log.Logging;
import dev.sluice.exporter.config.ConfigException;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.doctor.CheckResults.CheckResult;
import dev.sluice.exporter.doctor.Doctor;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchPublisher;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The entry point: parses the arguments, runs {@link ExporterApp}, and sets the exit code. */
public final class ExporterMain {

    private static final Duration LOADING = Duration.ofSeconds(20);

    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;

    ExporterMain(PrintStream out, PrintStream err, Map<String, String> environment) {
        this.out = out;
        this.err = err;
        this.environment = environment;
    }

    public static void main(String[] arguments) {
        int exitCode = new ExporterMain(System.out, System.err, System.getenv()).runOrFail(arguments);
        // Does not call exit() after a normal run, because exit() would block during the shutdown that ended the run.
        if (exitCode != Processes.FINE) {
            System.exit(exitCode);
        }
    }

    /** Fails also for a defect: threads that are already started would keep a process without ports alive. */
    int runOrFail(String... arguments) {
        try {
            return run(arguments);
        } catch (RuntimeException | Error e) {
            LoggerFactory.getLogger(ExporterMain.class).atError().setCause(e).log("exporter failed to start");
            return Processes.FAILED;
        }
    }

    /** Runs the command and returns the exit code; the exporter runs until the process is stopped. */
    int run(String... arguments) {
        ExporterCommand command = new ExporterCommand();
        OptionalInt exitCode = command.parse(arguments).exitCode(out, err, "sluice-exporter");
        return exitCode.isPresent() ? exitCode.getAsInt() : run(command);
    }

    private int run(ExporterCommand command) {
        Optional<ExporterConfig> config = load(command);
        if (config.isEmpty()) {
            return Processes.BAD_INPUT;
        }
        try {
            if (command.checkConfig) {
                return check(command.source(), config.get());
            } else if (command.doctor) {
                return examine(config.get(), command);
            }
            return command.cloudWatchDryRun ? dryRun(config.get()) : export(config.get());
        } catch (IOException e) {
            err.println(e.getMessage());
            return Processes.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Processes.FAILED;
        }
    }

    private int check(String source, ExporterConfig config) {
        List<String> problems = new SqueueCheck(environment).problems(config);
        problems.forEach(problem -> err.println(source + ": " + problem));
        if (!problems.isEmpty()) {
            return Processes.BAD_INPUT;
        }
        out.print(config.describe());
        config.warnings(environment).forEach(warning -> err.println("warning: " + warning));
        return Processes.FINE;
    }

    private int examine(ExporterConfig config, ExporterCommand command) throws IOException, InterruptedException {
        // The report shows each problem with a fix; the log must not repeat the problems.
        Logging.configure(config.log().format(), Level.ERROR);
        List<CheckResult> others = new SqueueCheck(environment).results(config);
        Doctor doctor = FirstReading.doctor(config, Time.system(), environment, others);
        out.print(command.json ? doctor.json() + "\n" : doctor.text());
        return doctor.healthy() ? Processes.FINE : Processes.FAILED;
    }

    private int dryRun(ExporterConfig config) throws IOException, InterruptedException {
        Logging.configure(config.log().format(), config.log().minimum());
        out.print(FirstReading.cloudWatchPreview(config, Time.system(), environment));
        return Processes.FINE;
    }

    private int export(ExporterConfig config) throws InterruptedException {
        Logging.configure(config.log().format(), config.log().minimum());
        Logger log = LoggerFactory.getLogger(ExporterMain.class);
        log.atInfo()
                .addKeyValue("version", Processes.version(ExporterMain.class))
                .addKeyValue("config", config.describeOnOneLine())
                .log("exporter starting");
        config.warnings(environment)
                .forEach(warning -> log.atWarn().addKeyValue("warning", warning).log("configuration warning"));
        try {
            ExporterApp app = ExporterApp.start(
                    config, Time.system(), environment, Processes.version(ExporterMain.class), why -> halt(log, why));
            Thread.setDefaultUncaughtExceptionHandler(app.uncaughtErrors());
            log.atInfo()
                    .addKeyValue("metrics_port", app.metricsPort())
                    .addKeyValue("api_port", app.apiPort())
                    .log("exporter ready");
            Processes.stopWithTheProcess(() -> {
                        log.atInfo().log("exporter stopping");
                        app.close();
                    })
                    .await();
            return Processes.FINE;
        } catch (IOException e) {
            log.atError().addKeyValue("failure", e.getMessage()).log("exporter failed to start");
            return Processes.FAILED;
        }
    }

    /** Exits immediately, without shutdown hooks, which would wait for the failed component. */
    private static void halt(Logger log, String why) {
        log.atError().addKeyValue("reason", why).log("exporter exiting: a component failed");
        Runtime.getRuntime().halt(Processes.FAILED);
    }

    /** Loads the configuration with a timeout: a file may be a pipe without a writer, or on a hanging mount. */
    private Optional<ExporterConfig> load(ExporterCommand command) {
        try {
            return new BlockingCall<>(
                            "reading " + command.source() + " and the files that it names",
                            LOADING,
                            () -> read(command))
                    .await();
        } catch (IOException e) {
            err.println(command.source() + ": " + e.getMessage() + "; is it a pipe, or on a hanging mount?");
            return Optional.empty();
        }
    }

    private Optional<ExporterConfig> read(ExporterCommand command) {
        try {
            ExporterConfig config = command.load();
            List<String> problems = new ArrayList<>(Access.problems(config));
            CloudWatchPublisher.problem(config.cloudWatch()).ifPresent(problems::add);
            problems.forEach(text -> err.println(command.source() + ": " + text));
            return problems.isEmpty() ? Optional.of(config) : Optional.empty();
        } catch (ConfigException e) {
            err.println(e.getMessage());
            return Optional.empty();
        }
    }
}
