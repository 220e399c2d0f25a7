package dev.sluice.helm;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.PushCommand;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Packages a Helm chart. Arguments: the folder of the chart, and an empty folder for the package. With two more
 * arguments, also pushes the package: {@code oci://REGISTRY/PREFIX}, and {@code yes} for plain HTTP.
 */
public final class ChartMain {

    private static final String PLAIN_HTTP = "yes";

    private ChartMain() {}

    public static void main(String[] args) throws Exception {
        boolean pushed = args.length > 2;
        try {
            Path made = pack(Path.of(args[0]), Path.of(args[1]));
            System.out.println(pushed ? push(made, URI.create(args[2]), args[3].equals(PLAIN_HTTP)) : made);
        } catch (IllegalStateException e) {
            System.err.println("sluice: no chart " + (pushed ? "pushed to " + args[2] : "packaged") + ": "
                    + String.valueOf(e.getMessage()).strip());
            System.exit(1);
        }
    }

    private static Path pack(Path chart, Path folder) throws IOException {
        LintResult lint = new Helm(chart).lint().strict().call();
        if (lint.isFailed()) {
            throw new IllegalStateException(String.join("; ", lint.getMessages()));
        }
        new Helm(chart)
                .packageIt()
                .withDestination(Files.createDirectories(folder))
                .call();
        try (Stream<Path> made = Files.list(folder)) {
            return made.findFirst().orElseThrow();
        }
    }

    private static String push(Path made, URI remote, boolean plainHttp) {
        PushCommand command = Helm.push().withChart(made).withRemote(remote);
        return (plainHttp ? command.plainHttp() : command).call().strip();
    }
}
