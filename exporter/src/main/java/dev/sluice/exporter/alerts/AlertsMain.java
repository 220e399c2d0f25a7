package dev.sluice.exporter.alerts;

import static dev.sluice.common.cli.ParsedArguments.value;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.cli.ParsedArguments;
import dev.sluice.common.cli.Processes;
import dev.sluice.exporter.config.ConfigException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ./sluice alerts}: writes the alert rules with a site's thresholds, times and objectives. */
public final class AlertsMain {

    private static final String CONFIG = "--config";
    private static final String OUT = "--out";
    private static final String FORMAT = "--format";
    private static final String RULES = "--rules";

    private final PrintStream out;
    private final PrintStream err;

    AlertsMain(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] arguments) {
        System.exit(new AlertsMain(System.out, System.err).run(arguments));
    }

    int run(String... arguments) {
        ParsedArguments parsed = ParsedArguments.parse(specification(), arguments);
        if (parsed instanceof ParsedArguments.Help help) {
            out.print(help.text());
            return Processes.FINE;
        }
        if (parsed instanceof ParsedArguments.Version) {
            out.println("sluice-alerts " + Processes.version(AlertsMain.class));
            return Processes.FINE;
        }
        if (parsed instanceof ParsedArguments.Options options) {
            return write(options.result());
        }
        return bad(parsed instanceof ParsedArguments.Unusable unusable ? unusable.message() : "");
    }

    private static CommandSpec specification() {
        CommandSpec specification = CommandSpec.create().name("sluice alerts");
        specification
                .usageMessage()
                .description("Writes Prometheus rules with the thresholds, times and objectives of a config file.");
        return specification
                .addOption(value(CONFIG, "FILE", "Your settings; alerts/config.yaml lists every key.", true))
                .addOption(value(OUT, "DIR", "Output directory; created if missing.", true))
                .addOption(
                        value(FORMAT, "FORMAT", "prometheus (default), mimir, or helm for values of the chart.", false))
                .addOption(value(RULES, "DIR", "Directory of the rules (default: alerts).", false));
    }

    private int write(ParseResult asked) {
        String name = asked.matchedOptionValue(FORMAT, "prometheus");
        Optional<AlertsFormat> format = AlertsFormat.of(name);
        if (format.isEmpty()) {
            return bad(FORMAT + " must be prometheus, mimir or helm, not \"" + name + "\"");
        }
        String config = asked.matchedOptionValue(CONFIG, "");
        Path folder = Path.of(asked.matchedOptionValue(OUT, ""));
        try {
            AlertRules rules = AlertRules.in(Path.of(asked.matchedOptionValue(RULES, "alerts")));
            AlertRules.Rendered rendered = rules.with(config, Files.readString(Path.of(config), UTF_8), format.get());
            Files.createDirectories(folder);
            for (Map.Entry<String, String> file : rendered.files().entrySet()) {
                Files.writeString(folder.resolve(file.getKey()), file.getValue(), UTF_8);
            }
            out.println("wrote " + rendered.files().size() + " files to " + folder + "; changed: "
                    + (rendered.changed().isEmpty() ? "nothing" : String.join(", ", rendered.changed())));
            return Processes.FINE;
        } catch (ConfigException e) {
            err.println(e.getMessage());
            return Processes.BAD_INPUT;
        } catch (NoSuchFileException e) {
            return bad(e.getMessage() + ": the file does not exist");
        } catch (IOException e) {
            err.println("alerts: " + e.getMessage());
            return Processes.FAILED;
        }
    }

    private int bad(String message) {
        err.println("alerts: " + message + "\nSee ./sluice alerts --help");
        return Processes.BAD_INPUT;
    }
}
