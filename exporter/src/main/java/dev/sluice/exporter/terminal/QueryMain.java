package dev.sluice.exporter.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.common.cli.Processes;
import dev.sluice.common.log.OutsideText;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Prints data of a running exporter for the commands {@code sluice explain}, {@code why}, {@code queue},
 * {@code nodes} and {@code statement}.
 */
public final class QueryMain {

    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;
    private static final String MONTH = "--month";
    private static final String FORMAT = "--format";
    private static final String DEFAULT = "http://127.0.0.1:8080";
    private static final List<String> FILTERS = List.of(
            "cluster", "partition", "state", "reason", "reason-class", "user", "account", "qos", "node", "nodeset");
    private static final String USAGE = """
            usage: sluice explain [OPTIONS] [URL]      the size of each NodeSet, with the jobs that decide it
                   sluice why JOBID [OPTIONS] [URL]    why a job is pending
                   sluice queue [FILTERS] [URL]        jobs
                   sluice nodes [NODE] [FILTERS] [URL] nodes, or one node with its jobs
               sluice statement --month YYYY-MM [--format csv|json] [--cluster NAME] [OPTIONS] [URL]
                                                   usage and cost of a month (UTC), as CSV by default

              URL                     the exporter's API, %s by default

            FILTERS of jobs (of nodes: cluster, partition and state alone)
              --state STATE[,STATE]   pending, running and so on
              --partition NAME  --account NAME  --user NAME  --qos NAME  --node NAME
              --nodeset NAMESPACE/NAME
              --reason REASON         Slurm's reason, such as QOSGrpCpuLimit
              --reason-class CLASS    resources, priority, limit and so on
              --sort ORDER            priority, wait, gpus, nodes, start, end or id
              --limit NUMBER          500 at most; --page NUMBER shows the next ones
              --cluster NAME          where the exporter has several

            OPTIONS
              --token-file FILE       bearer token for the exporter; the first line counts
              --login NAME            name for the exporter,
              --password-file FILE    and its password; the first line counts
              --ca FILE               trusted certificate authorities (PEM); Java's by default
            """.formatted(DEFAULT);

    /** A command and its API path. */
    private enum Command {
        EXPLAIN("/api/v1/demand?explain=true&format=text", false, false),
        WHY("/api/v1/why/job/%s?format=text", true, true),
        QUEUE("/api/v1/jobs?format=text", false, false),
        NODES("/api/v1/nodes?format=text", true, false),
        STATEMENT("/api/v1/statement", false, false);

        private final String path;
        private final boolean takesSubject;
        private final boolean needsSubject;

        Command(String path, boolean takesSubject, boolean needsSubject) {
            this.path = path;
            this.takesSubject = takesSubject;
            this.needsSubject = needsSubject;
        }

        static Optional<Command> named(String name) {
            return List.of(values()).stream()
                    .filter(command -> command.name().toLowerCase(Locale.ROOT).equals(name))
                    .findFirst();
        }

        /** Returns the path for a job or a node; the subject is empty for all nodes. */
        String path(String subject) {
            return this == NODES && !subject.isEmpty()
                    ? path.replace("?", "/" + encoded(subject) + "?")
                    : path.formatted(encoded(subject));
        }
    }

    private final PrintStream out;
    private final PrintStream err;

    QueryMain(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] arguments) {
        System.exit(new QueryMain(System.out, System.err).run(arguments));
    }

    /** The first argument is the command. */
    int run(String... arguments) {
        List<String> all = List.of(arguments);
        if (all.contains("--help")) {
            out.print(USAGE);
            return Processes.FINE;
        }
        Optional<Command> command = all.stream().findFirst().flatMap(Command::named);
        if (command.isEmpty()) {
            return badInput("expected explain, why, queue, nodes or statement");
        }
        ParseResult options;
        try {
            options = new CommandLine(specification())
                    .setExpandAtFiles(false)
                    .parseArgs(all.subList(1, all.size()).toArray(String[]::new));
        } catch (ParameterException e) {
            return badInput(String.valueOf(e.getMessage()));
        }
        return run(command.get(), options);
    }

    private int run(Command command, ParseResult options) {
        List<String> words = options.matchedPositionalValue(0, List.of());
        List<String> urls = words.stream().filter(QueryMain::isUrl).toList();
        List<String> subjects = words.stream().filter(word -> !isUrl(word)).toList();
        if (urls.size() > 1 || subjects.size() > (command.takesSubject ? 1 : 0)) {
            return badInput("unexpected argument; expected one URL such as " + DEFAULT
                    + (command.takesSubject ? " and one name" : ""));
        }
        if (command.needsSubject && subjects.isEmpty()) {
            return badInput("expected a job id, as squeue shows it");
        }
        boolean ofMonth = options.hasMatchedOption(MONTH);
        if ((command == Command.STATEMENT) != ofMonth || (!ofMonth && options.hasMatchedOption(FORMAT))) {
            return badInput(
                    ofMonth || command != Command.STATEMENT
                            ? MONTH + " and " + FORMAT + " are options of statement"
                            : "expected " + MONTH + ", such as " + MONTH + " 2026-11");
        }
        ApiClient client = new ApiClient(options);
        if (!client.consistent()) {
            return badInput("expected --token-file, or --login together with --password-file");
        }
        String url = urls.stream().findFirst().orElse(DEFAULT);
        try {
            String path = command.path(subjects.isEmpty() ? "" : subjects.get(0)) + query(command, options);
            return show(client, URI.create(url.replaceAll("/+$", "") + path), command);
        } catch (IllegalArgumentException e) {
            err.println("not a URL: " + url);
            return Processes.BAD_INPUT;
        } catch (ApiClient.BadFile e) {
            err.println(e.getMessage());
            return Processes.BAD_INPUT;
        } catch (IOException e) {
            err.println("no exporter at " + url + " (" + message(e) + "); is it running, and is this its api.port?");
            return Processes.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Processes.FAILED;
        }
    }

    private static boolean isUrl(String word) {
        return word.toLowerCase(Locale.ROOT).matches("https?://.+");
    }

    private int badInput(String message) {
        err.println(message);
        err.print(USAGE);
        return Processes.BAD_INPUT;
    }

    private static CommandSpec specification() {
        CommandSpec specification = CommandSpec.create()
                .name("sluice")
                .addPositional(PositionalParamSpec.builder()
                        .index("0..*")
                        .arity("0..2")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .build());
        List<String> options = new ArrayList<>(List.of(
                ApiClient.TOKEN_FILE,
                ApiClient.USER,
                ApiClient.PASSWORD_FILE,
                ApiClient.CA,
                "--sort",
                "--limit",
                "--page",
                MONTH,
                FORMAT));
        FILTERS.forEach(filter -> options.add("--" + filter));
        options.forEach(name -> specification.addOption(
                OptionSpec.builder(name).type(String.class).build()));
        return specification;
    }

    /** Returns the filters of the command line as query parameters. */
    private static String query(Command command, ParseResult options) {
        StringBuilder query = new StringBuilder();
        if (command == Command.STATEMENT) {
            query.append("?month=").append(encoded(options.matchedOptionValue(MONTH, "")));
            query.append("&format=").append(encoded(options.matchedOptionValue(FORMAT, "csv")));
        }
        List<String> members = new ArrayList<>(FILTERS);
        members.addAll(List.of("sort", "limit", "page"));
        for (String member : members) {
            if (options.hasMatchedOption("--" + member)) {
                query.append('&').append(member.replace('-', '_')).append('=');
                query.append(encoded(options.matchedOptionValue("--" + member, "")));
            }
        }
        return query.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    private int show(ApiClient client, URI uri, Command command)
            throws IOException, InterruptedException, ApiClient.BadFile {
        HttpResponse<String> response = client.get(uri);
        int status = response.statusCode();
        String type = response.headers().firstValue("Content-Type").orElse("");
        boolean explained = type.startsWith("application/json")
                && List.of(BAD_REQUEST, NOT_FOUND, UNAVAILABLE).contains(status);
        boolean hidden = status == FORBIDDEN && response.body().contains("showUsers");
        if (explained || hidden) {
            err.println(OutsideText.printable(error(response.body())));
            return status == BAD_REQUEST ? Processes.BAD_INPUT : Processes.FAILED;
        }
        if (status == UNAUTHORIZED || status == FORBIDDEN) {
            err.println("the exporter returned HTTP " + status
                    + (client.hasCredentials()
                            ? ": it does not accept these credentials"
                            : ": it requires --token-file, or --login and --password-file"));
            return Processes.FAILED;
        }
        boolean expected = command == Command.STATEMENT
                ? type.startsWith("text/csv") || type.startsWith("application/json")
                : type.startsWith("text/plain");
        if (!expected || (status != OK && status != UNAVAILABLE)) {
            err.println("HTTP " + status + " from " + uri + ": this is not an exporter's API");
            return Processes.FAILED;
        }
        // Removes control characters, because a terminal would interpret control characters. The server may be an older
        // exporter or not an exporter.
        response.body().lines().map(OutsideText::printable).forEach(out::println);
        return status == OK ? Processes.FINE : Processes.FAILED;
    }

    private static String error(String json) throws IOException {
        return new JsonMapper().readTree(json).path("error").asText();
    }

    private static String message(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
