package dev.sluice.helm;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.PushCommand;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Packages a chart and pushes it: the folder of the chart, {@code oci://REGISTRY/PREFIX}, and whether that speaks plain HTTP. */
public final class PushMain {

    private static final String PLAIN_HTTP = "yes";

    private PushMain() {}

    public static void main(String[] args) throws Exception {
        try {
            System.out.println(push(Path.of(args[0]), URI.create(args[1]), args[2].equals(PLAIN_HTTP)));
        } catch (IllegalStateException e) {
            System.err.println("sluice: no chart pushed to " + args[1] + ": "
                    + String.valueOf(e.getMessage()).strip());
            System.exit(1);
        }
    }

    private static String push(Path chart, URI remote, boolean plainHttp) throws Exception {
        LintResult lint = new Helm(chart).lint().strict().call();
        if (lint.isFailed()) {
            throw new IllegalStateException(String.join("; ", lint.getMessages()));
        }
        Path folder = Files.createDirectories(chart.resolveSibling("package"));
        new Helm(chart).packageIt().withDestination(folder).call();
        PushCommand command = Helm.push().withRemote(remote);
        try (Stream<Path> made = Files.list(folder)) {
            command.withChart(made.findFirst().orElseThrow());
        }
        return (plainHttp ? command.plainHttp() : command).call().strip();
    }
}
