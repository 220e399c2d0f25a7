package dev.sluice.common.cli;

import java.util.concurrent.CountDownLatch;

/** Exit codes, version and shutdown of a program's process. */
public final class Processes {

    public static final int FINE = 0;

    /** Exit code of a failed run, whatever the reason. */
    public static final int FAILED = 1;

    /** Exit code for a bad configuration or bad arguments. */
    public static final int BAD_INPUT = 2;

    private Processes() {}

    /** Returns the version in the manifest of the program's jar. */
    public static String version(Class<?> program) {
        String version = program.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /**
     * Stops the program in a shutdown hook of the JVM.
     *
     * @param stop stops the program
     * @return latch that reaches zero after the stop
     */
    public static CountDownLatch stopWithTheProcess(Runnable stop) {
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            stop.run();
                            stopped.countDown();
                        },
                        "stop"));
        return stopped;
    }
}
