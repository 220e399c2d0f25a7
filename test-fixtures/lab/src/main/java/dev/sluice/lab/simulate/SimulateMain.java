package dev.sluice.lab.simulate;

import dev.sluice.lab.simulate.history.History;
import dev.sluice.lab.simulate.history.HistoryException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The command {@code ./sluice simulate}: runs scenarios or a trace and prints the results. */
public final class SimulateMain {

    private static final int FINE = 0;
    private static final int BAD_INPUT = 2;

    private final PrintStream out;
    private final PrintStream err;

    SimulateMain(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] arguments) {
        int exitCode = new SimulateMain(System.out, System.err).run(List.of(arguments));
        if (exitCode != FINE) {
            System.exit(exitCode);
        }
    }

    /** Returns all built-in scenarios. The simple scenarios come first. */
    static List<Scenario> scenarios() {
        List<Scenario> all = new ArrayList<>(PublishedScenarios.all());
        all.addAll(FurtherScenarios.all());
        all.addAll(SavingScenarios.all());
        return all;
    }

    int run(List<String> arguments) {
        try {
            SimulateOptions options = SimulateOptions.parse(arguments);
            if (options.form() == SimulateOptions.Form.HELP) {
                out.print(SimulateOptions.USAGE);
                return FINE;
            }
            List<Scenario> scenarios = asked(options);
            ResultTable table = ResultTable.of(scenarios, options.whatIfs());
            out.print(options.form() == SimulateOptions.Form.MARKDOWN ? table.markdown() : table.text());
            return FINE;
        } catch (SimulateOptions.BadArgumentException e) {
            err.println("simulate: " + e.getMessage());
            err.print(SimulateOptions.USAGE);
        } catch (HistoryException e) {
            err.println(e.getMessage());
        } catch (NoSuchFileException e) {
            err.println(e.getMessage() + ": no such file");
        } catch (IOException e) {
            err.println("simulate: cannot read the trace: " + e.getMessage());
        }
        return BAD_INPUT;
    }

    private List<Scenario> asked(SimulateOptions options)
            throws IOException, HistoryException, SimulateOptions.BadArgumentException {
        if (options.trace().isPresent()) {
            return List.of(trace(options.trace().get(), options));
        }
        List<Scenario> all = scenarios();
        if (options.scenario().isEmpty()) {
            return all;
        }
        String name = options.scenario().get();
        List<Scenario> found =
                all.stream().filter(scenario -> scenario.name().equals(name)).toList();
        if (found.isEmpty()) {
            throw new SimulateOptions.BadArgumentException("unknown scenario \"" + name + "\"; scenarios: "
                    + all.stream().map(Scenario::name).collect(Collectors.joining(", ")));
        }
        return found;
    }

    private Scenario trace(Path file, SimulateOptions options) throws IOException, HistoryException {
        // Reads the file as ISO 8859-1, in which every byte is a character, because header comments contain names in
        // many encodings.
        History history = History.parse(file.toString(), Files.readAllLines(file, StandardCharsets.ISO_8859_1));
        history.skipped().forEach((why, lines) -> err.println(file + ": skipped " + lines + " lines: " + why));
        String name = String.valueOf(file.getFileName());
        return options.chance()
                .on(
                        options.nodeSets().isEmpty()
                                ? TraceScenario.of(name, history, options.shape())
                                : TraceScenario.of(name, history, options.nodeSets()));
    }
}
