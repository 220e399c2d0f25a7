package dev.sluice.chaos.attack;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassNotLoadedException;
import com.sun.jdi.ClassType;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.InvalidTypeException;
import com.sun.jdi.InvocationException;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectCollectedException;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The JDK's debugger, attached to a JVM that listens on loopback. */
final class Debugger {

    private static final long MAX_WAIT_MILLIS = 60_000;

    private Debugger() {}

    static VirtualMachine attach(int port) throws IOException {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(candidate -> candidate.name().equals("com.sun.jdi.SocketAttach"))
                .findFirst()
                .orElseThrow(() -> new IOException("this JDK has no debugger"));
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        Objects.requireNonNull(arguments.get("hostname")).setValue("127.0.0.1");
        Objects.requireNonNull(arguments.get("port")).setValue(Integer.toString(port));
        try {
            return connector.attach(arguments);
        } catch (IllegalConnectorArgumentsException e) {
            throw new IOException(e);
        }
    }

    /**
     * Stops a thread at the entry of a method. The debugger can create objects only in a thread that stopped at such an
     * event.
     */
    static EventSet entry(ThreadReference thread, String className, String method)
            throws IOException, InterruptedException {
        VirtualMachine machine = thread.virtualMachine();
        for (Method found : machine.classesByName(className).get(0).methodsByName(method)) {
            BreakpointRequest entry = machine.eventRequestManager().createBreakpointRequest(found.location());
            entry.addThreadFilter(thread);
            entry.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            entry.enable();
        }
        EventSet next = machine.eventQueue().remove(MAX_WAIT_MILLIS);
        if (next == null) {
            throw new IOException("the thread " + thread.name() + " does not enter " + className + "." + method);
        }
        machine.eventRequestManager().deleteAllBreakpoints();
        return next;
    }

    /**
     * Creates an object, and protects the object from garbage collection, because nothing in the JVM refers to the
     * object.
     */
    static ObjectReference newObject(ThreadReference thread, String className) throws IOException {
        while (true) {
            ObjectReference made = instance(thread, className);
            try {
                made.disableCollection();
                return made;
            } catch (ObjectCollectedException collected) {
                // A garbage collection ran between the two commands. The loop tries again.
            }
        }
    }

    private static ObjectReference instance(ThreadReference thread, String className) throws IOException {
        ClassType type =
                (ClassType) thread.virtualMachine().classesByName(className).get(0);
        try {
            return type.newInstance(
                    thread, type.concreteMethodByName("<init>", "()V"), List.of(), ClassType.INVOKE_SINGLE_THREADED);
        } catch (InvalidTypeException
                | ClassNotLoadedException
                | IncompatibleThreadStateException
                | InvocationException e) {
            throw new IOException(e);
        }
    }
}
