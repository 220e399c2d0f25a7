package dev.sluice.adapter;

import java.io.PrintStream;

/** The adapter's entry point. It serves nothing yet, and says so. */
public final class AdapterMain {

    private static final int FINE = 0;
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;

    private AdapterMain() {}

    public static void main(String[] arguments) {
        System.exit(run(System.out, System.err, arguments));
    }

    static int run(PrintStream out, PrintStream err, String... arguments) {
        if (arguments.length == 0) {
            err.println("sluice-adapter: this version serves no external metrics yet; the exporter is ready to use");
            return FAILED;
        }
        if (arguments.length == 1 && arguments[0].equals("--version")) {
            String version = AdapterMain.class.getPackage().getImplementationVersion();
            out.println("sluice-adapter " + (version == null ? "development" : version));
            return FINE;
        }
        err.println("usage: sluice-adapter [--version]");
        return BAD_INPUT;
    }
}
