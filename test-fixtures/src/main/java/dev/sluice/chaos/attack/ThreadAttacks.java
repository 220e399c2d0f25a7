package dev.sluice.chaos.attack;

import com.sun.jdi.InvalidTypeException;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.event.EventSet;
import dev.sluice.chaos.stage.Findings;
import dev.sluice.chaos.stage.Program;
import dev.sluice.chaos.stage.Stage;
import dev.sluice.chaos.stage.Watch;
import dev.sluice.chaos.stage.Web;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Uses a debugger to simulate a defect of the program: a thread that stops or dies. The program must then exit. */
final class ThreadAttacks {

    /**
     * Maximum time until a program exits, in seconds: 30 s more than the time of the exporter's watchdog. The
     * exporter's watchdog is slower than the adapter's watchdog.
     */
    private static final int END_SECONDS = 90;

    private static final Place EVENT_LOOP =
            new Place("vert.x-eventloop-thread", "io.netty.channel.nio.NioIoHandler", "select");

    private static final Place ACCEPTING_SCRAPES = new Place("HTTP-Dispatcher", "sun.nio.ch.SelectorImpl", "select");

    private static final List<String> UNDER_A_DEBUGGER = List.of(
            "env", "JAVA_TOOL_OPTIONS=-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0");

    private ThreadAttacks() {}

    /**
     * A method in which a thread waits for work. An error in this method ends the thread, while an error in a task ends
     * only the task.
     *
     * @param thread prefix of the thread's name
     */
    private record Place(String thread, String className, String method) {}

    private interface Deed {
        void to(ThreadReference thread, Place place) throws IOException, InterruptedException;
    }

    static void eventLoopStops(Stage stage, Watch watch, Findings findings) throws IOException, InterruptedException {
        startedAnew(stage, watch, () -> {
            strike(stage.exporter(), EVENT_LOOP, (thread, place) -> thread.suspend());
            strike(stage.adapter(), EVENT_LOOP, (thread, place) -> thread.suspend());
            mustEnd("exporter", stage.exporter(), findings);
            mustEnd("adapter", stage.adapter(), findings);
        });
    }

    static void threadsDie(Stage stage, Watch watch, Findings findings) throws IOException, InterruptedException {
        startedAnew(stage, watch, () -> {
            strike(stage.exporter(), EVENT_LOOP, ThreadAttacks::kill);
            strike(stage.adapter(), EVENT_LOOP, ThreadAttacks::kill);
            mustEnd("exporter", stage.exporter(), findings);
            mustEnd("adapter", stage.adapter(), findings);
        });
        startedAnew(stage, watch, () -> {
            Thread scraper = scraper(stage.metricsPort());
            strike(stage.exporter(), ACCEPTING_SCRAPES, ThreadAttacks::kill);
            scraper.interrupt();
            mustEnd("exporter", stage.exporter(), findings);
        });
    }

    /** Scrapes continuously, because the thread that accepts scrapes wakes up only when a scrape arrives. */
    private static Thread scraper(int port) {
        Thread thread = new Thread(
                () -> {
                    Web web = new Web();
                    try {
                        while (true) {
                            web.get(port, "/metrics", Stage.TIMEOUT);
                            TimeUnit.SECONDS.sleep(1);
                        }
                    } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    }
                },
                "scraper");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** An action that runs while the watch is paused. */
    private interface Action {
        void run() throws IOException, InterruptedException;
    }

    /** Runs the programs under a debugger for the duration of the action. */
    private static void startedAnew(Stage stage, Watch watch, Action action) throws IOException, InterruptedException {
        watch.pause();
        stage.stop();
        try {
            stage.start(UNDER_A_DEBUGGER, Optional.empty());
            action.run();
        } finally {
            stage.stop();
            stage.start();
        }
    }

    private static void mustEnd(String name, Program program, Findings findings) throws InterruptedException {
        if (!program.endsWithin(END_SECONDS)) {
            findings.defect("half alive: the " + name + " continues without a required thread");
        } else if (program.exitCode() != 1) {
            findings.defect("the " + name + " exits with " + program.exitCode() + ", not 1");
        }
    }

    private static void strike(Program program, Place place, Deed deed) throws IOException, InterruptedException {
        VirtualMachine machine = Debugger.attach(program.port("dt_socket at address: (\\d+)"));
        ThreadReference found = machine.allThreads().stream()
                .filter(candidate -> candidate.name().startsWith(place.thread()))
                .findFirst()
                .orElseThrow(() -> new IOException("no thread " + place.thread()));
        try {
            deed.to(found, place);
        } catch (VMDisconnectedException ended) {
            // The program has already exited, as required.
        }
    }

    private static void kill(ThreadReference thread, Place place) throws IOException, InterruptedException {
        EventSet stopped = Debugger.entry(thread, place.className(), place.method());
        try {
            // Throws an Error, because exception handlers do not catch an Error.
            thread.stop(Debugger.newObject(thread, "java.lang.LinkageError"));
        } catch (InvalidTypeException e) {
            throw new IOException(e);
        }
        stopped.resume();
    }
}
