package dev.sluice.lab.chaos;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassType;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectCollectedException;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Uses the JDK's debugger to simulate a defect: a thread that stops or dies. The program must then exit. */
final class Threads {

    /**
     * Maximum time until a program exits, in seconds: 30 s more than the time of the exporter's watchdog. The
     * exporter's watchdog is slower than the adapter's watchdog.
     */
    private static final int END_SECONDS = 90;

    private static final long MAX_WAIT_MILLIS = 60_000;
    private static final String EVENT_LOOP = "vert.x-eventloop-thread";
    private static final String ACCEPTING_SCRAPES = "HTTP-Dispatcher";
    /**
     * The method in which these threads wait for work. An error in this method ends the thread, while an error in a task
     * ends only the task.
     */
    private static final String WAITING_CLASS = "sun.nio.ch.SelectorImpl";

    private static final String WAITING_METHOD = "select";
    private static final List<String> UNDER_A_DEBUGGER = List.of(
            "env", "JAVA_TOOL_OPTIONS=-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0");

    private Threads() {}

    static void eventLoopsStop(Stage stage, Watch watch) throws Exception {
        underADebugger(stage, watch, () -> {
            for (Program program : stage.programs()) {
                thread(program, EVENT_LOOP).suspend();
            }
            mustEnd(stage.programs(), watch);
        });
    }

    static void threadsDie(Stage stage, Watch watch) throws Exception {
        assumeTrue(
                Runtime.version().feature() < 25,
                "the debugger's agent of Java 25 can crash in a program that ends; use an older Java");
        underADebugger(stage, watch, () -> {
            for (Program program : stage.programs()) {
                kill(program, EVENT_LOOP);
            }
            mustEnd(stage.programs(), watch);
        });
        underADebugger(stage, watch, () -> {
            // The thread that accepts scrapes wakes up only when a scrape arrives.
            ScheduledExecutorService scraper = Executors.newSingleThreadScheduledExecutor();
            int port = stage.ports().metrics();
            var unused =
                    scraper.scheduleWithFixedDelay(() -> Clients.get(port, "/metrics", ""), 0, 1, TimeUnit.SECONDS);
            kill(stage.exporter(), ACCEPTING_SCRAPES);
            scraper.shutdownNow();
            mustEnd(List.of(stage.exporter()), watch);
        });
    }

    private static void underADebugger(Stage stage, Watch watch, Restarts.Scene scene) throws Exception {
        Restarts.restarted(stage, watch, UNDER_A_DEBUGGER, "", scene);
    }

    private static void mustEnd(List<Program> programs, Watch watch) throws InterruptedException {
        for (Program program : programs) {
            if (!program.endsWithin(END_SECONDS)) {
                watch.findings().defect("half alive: the " + program + " continues without a required thread");
            } else if (program.exitCode() != 1) {
                watch.findings().defect("the " + program + " exits with " + program.exitCode() + ", not 1");
            }
        }
    }

    private static ThreadReference thread(Program program, String name) throws Exception {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(candidate -> candidate.name().equals("com.sun.jdi.SocketAttach"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        Objects.requireNonNull(arguments.get("hostname")).setValue("127.0.0.1");
        int port = program.port("dt_socket at address: (\\d+)");
        Objects.requireNonNull(arguments.get("port")).setValue(Integer.toString(port));
        return connector.attach(arguments).allThreads().stream()
                .filter(candidate -> candidate.name().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    /** Throws an Error in the thread, because exception handlers do not catch an Error. */
    private static void kill(Program program, String name) throws Exception {
        try {
            ThreadReference thread = thread(program, name);
            EventSet stopped = stopAtEntry(thread);
            thread.stop(newError(thread));
            stopped.resume();
        } catch (VMDisconnectedException ended) {
            // The program has already exited, as required.
        }
    }

    /** The debugger can create objects only in a thread that stopped at the entry of a method. */
    private static EventSet stopAtEntry(ThreadReference thread) throws IOException, InterruptedException {
        VirtualMachine machine = thread.virtualMachine();
        for (Method found : machine.classesByName(WAITING_CLASS).get(0).methodsByName(WAITING_METHOD)) {
            BreakpointRequest entry = machine.eventRequestManager().createBreakpointRequest(found.location());
            entry.addThreadFilter(thread);
            entry.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            entry.enable();
        }
        EventSet next = machine.eventQueue().remove(MAX_WAIT_MILLIS);
        if (next == null) {
            throw new IOException("the thread " + thread.name() + " does not wait for work");
        }
        machine.eventRequestManager().deleteAllBreakpoints();
        return next;
    }

    /** Creates an error, and protects it from garbage collection, because nothing in the JVM refers to it. */
    private static ObjectReference newError(ThreadReference thread) throws Exception {
        ClassType type = (ClassType)
                thread.virtualMachine().classesByName("java.lang.LinkageError").get(0);
        while (true) {
            try {
                ObjectReference made = type.newInstance(
                        thread,
                        type.concreteMethodByName("<init>", "()V"),
                        List.of(),
                        ClassType.INVOKE_SINGLE_THREADED);
                made.disableCollection();
                return made;
            } catch (ObjectCollectedException collected) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }
}
