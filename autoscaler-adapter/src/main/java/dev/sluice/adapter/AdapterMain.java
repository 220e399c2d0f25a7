package dev.sluice.adapter;

import dev.sluice.common.cli.Processes;
import dev.sluice.common.log.Logging;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Clock;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The adapter's entry point. Parses the arguments, runs {@link AdapterApp} and returns the exit code. */
public final class AdapterMain {

    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;

    AdapterMain(PrintStream out, PrintStream err, Map<String, String> environment) {
        this.out = out;
        this.err = err;
        this.environment = environment;
    }

    public static void main(String[] arguments) {
        int exitCode = new AdapterMain(System.out, System.err, System.getenv()).run(arguments);
        // Does not call exit() after a normal run. The shutdown hook ended the run, so exit() would wait for this hook.
        if (exitCode != Processes.FINE) {
            System.exit(exitCode);
        }
    }

    /**
     * Runs the command and returns the exit code. A serving adapter runs until the process receives a signal to stop.
     */
    int run(String... arguments) {
        AdapterConfig config = new AdapterConfig();
        OptionalInt exitCode = config.parse(environment, arguments).exitCode(out, err, "sluice-adapter");
        if (exitCode.isPresent()) {
            return exitCode.getAsInt();
        }
        return config.check ? check(config) : serve(config);
    }

    private int check(AdapterConfig config) {
        config.describe().forEach(out::println);
        config.warnings().forEach(warning -> err.println("warning: " + warning));
        return Processes.FINE;
    }

    private int serve(AdapterConfig config) {
        Logging.configure(config.logFormat, Level.INFO);
        Logger log = LoggerFactory.getLogger(AdapterMain.class);
        log.atInfo()
                .addKeyValue("version", Processes.version(AdapterMain.class))
                .addKeyValue("config", String.join(" ", config.describe()))
                .log("adapter starts");
        config.warnings()
                .forEach(warning -> log.atWarn().addKeyValue("warning", warning).log("configuration warning"));
        try {
            AdapterApp app = new AdapterApp(
                    config,
                    Security.Timing.USUAL,
                    Clock.systemUTC(),
                    System::nanoTime,
                    Processes.version(AdapterMain.class),
                    why -> halt(log, why));
            Thread.setDefaultUncaughtExceptionHandler(app.uncaughtErrors());
            // Registers the hook before the log line "adapter serves", because a client can stop the adapter
            // immediately after this log line.
            CountDownLatch stopped = Processes.stopWithTheProcess(() -> {
                log.atInfo().log("adapter stops");
                stop(app);
            });
            log.atInfo()
                    .addKeyValue("port", app.port())
                    .addKeyValue("metrics_port", app.metricsPort())
                    .log("adapter serves");
            stopped.await();
            return Processes.FINE;
        } catch (IOException e) {
            log.atError().addKeyValue("failure", e.getMessage()).log("adapter cannot start");
            return Processes.FAILED;
        } catch (RuntimeException | Error e) {
            // Threads that are already started would keep a process without ports alive.
            log.atError().setCause(e).log("adapter cannot start");
            return Processes.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Processes.FAILED;
        }
    }

    /** Ends the process without shutdown hooks, which would wait for the failed component. */
    private static void halt(Logger log, String why) {
        log.atError().addKeyValue("reason", why).log("adapter stops, a component failed");
        Runtime.getRuntime().halt(Processes.FAILED);
    }

    private static void stop(AdapterApp app) {
        try {
            app.stop(time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
