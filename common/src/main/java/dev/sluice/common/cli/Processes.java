package dev.sluice.common.cli;

import java.util.concurrent.CountDownLatch;

/** How the process of a program begins and ends. */
public final class Processes {

    /** Exit code of a program that did what it was asked for. */
    public static final int FINE = 0;

    /** Exit code of a program that failed, whatever the reason. */
    public static final int FAILED = 1;

    /** Exit code for a bad configuration or bad arguments. */
    public static final int BAD_INPUT = 2;

    private Processes() {}

    /** The version in the manifest of the jar that holds the program. */
    public static String version(Class<?> program) {
        String version = program.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /**
     * Has the program stopped when the process is told to end.
     *
     * @param stop stops the program
     * @return is at zero when that is done
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
