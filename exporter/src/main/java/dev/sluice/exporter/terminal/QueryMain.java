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
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    private static final int UNAVAILABLE = 503;
    private static final String DEFAULT = "http://127.0.0.1:8080";

    /** The API path of each command; {@code %s} is a job or a node. */
    private static final Map<String, String> PATHS = Map.of(
            "explain", "/api/v1/demand?explain=true",
            "why", "/api/v1/why/job%s?",
            "queue", "/api/v1/jobs?",
            "nodes", "/api/v1/nodes%s?",
            "statement", "/api/v1/statement?");

    /** The options that are parameters of the API. */
    private static final List<String> PARAMETERS = List.of(("--month --format --cluster --partition --state --reason"
                    + " --reason-class --user --account --qos --node --nodeset --sort --limit --page")
            .split(" ", -1));

    private static final String TOKEN_FILE = "--token-file";
    private static final String LOGIN = "--login";
    private static final String PASSWORD_FILE = "--password-file";
    private static final String CA = "--ca";
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
              --format text|json      text by default
              --token-file FILE       bearer token for the exporter; the first line counts
              --login NAME            name for the exporter,
              --password-file FILE    and its password; the first line counts
              --ca FILE               trusted certificate authorities (PEM); Java's by default
            """.formatted(DEFAULT);

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
        String command = all.stream().findFirst().orElse("");
        if (!PATHS.containsKey(command)) {
            return badInput("expected explain, why, queue, nodes or statement");
        }
        try {
            return run(
                    command,
                    new CommandLine(specification())
                            .setExpandAtFiles(false)
                            .parseArgs(all.subList(1, all.size()).toArray(String[]::new)));
        } catch (ParameterException e) {
            return badInput(String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException | CertificateException e) {
            err.println(e.getMessage());
            return Processes.BAD_INPUT;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Processes.FAILED;
        }
    }

    private int run(String command, ParseResult options) throws CertificateException, InterruptedException {
        List<String> words = options.matchedPositionalValue(0, List.of());
        List<String> urls = words.stream().filter(QueryMain::isUrl).toList();
        List<String> names = words.stream().filter(word -> !isUrl(word)).toList();
        String path = PATHS.getOrDefault(command, "");
        boolean why = command.equals("why");
        if (urls.size() > 1 || names.size() > (path.contains("%s") ? 1 : 0) || (why && names.isEmpty())) {
            return badInput("expected one URL such as " + DEFAULT
                    + (why ? " and a job id, as squeue shows it" : command.equals("nodes") ? " and one node" : ""));
        }
        String url = urls.stream().findFirst().orElse(DEFAULT);
        String name = names.stream().findFirst().map(one -> "/" + encoded(one)).orElse("");
        String target = path.replace("%s", name) + query(command, options);
        try {
            return show(URI.create(url.replaceAll("/+$", "") + target.replace("?&", "?")), options);
        } catch (IOException e) {
            String message =
                    Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName());
            err.println("no exporter at " + url + " (" + message + "); is it running, and is this its api.port?");
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
                        .arity("0..2")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .build());
        Stream.concat(PARAMETERS.stream(), Stream.of(TOKEN_FILE, LOGIN, PASSWORD_FILE, CA))
                .forEach(name -> specification.addOption(
                        OptionSpec.builder(name).type(String.class).build()));
        return specification;
    }

    private static String query(String command, ParseResult options) {
        return PARAMETERS.stream()
                .filter(name -> options.hasMatchedOption(name) || name.equals("--format"))
                .map(name -> "&" + name.substring(2).replace('-', '_') + "="
                        + encoded(options.matchedOptionValue(name, command.equals("statement") ? "csv" : "text")))
                .collect(Collectors.joining());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    /** Returns the Authorization header; empty for none. Fails with a message if the options or files are not usable. */
    private static String authorization(ParseResult options) {
        String token = firstLine(options, TOKEN_FILE).strip();
        String password = firstLine(options, PASSWORD_FILE);
        String login = options.matchedOptionValue(LOGIN, "");
        if (login.isEmpty() != password.isEmpty() || !(token.isEmpty() || login.isEmpty())) {
            throw new IllegalArgumentException("expected --token-file, or --login together with --password-file");
        }
        // The HTTP client would quote a token with an invalid character in its error message.
        if (!token.isEmpty() && !OutsideText.isOneWord(token)) {
            throw new IllegalArgumentException(TOKEN_FILE + ": not a token");
        }
        String basic = Base64.getEncoder().encodeToString((login + ":" + password).getBytes(UTF_8));
        return token.isEmpty() ? login.isEmpty() ? "" : "Basic " + basic : "Bearer " + token;
    }

    private static String firstLine(ParseResult options, String option) {
        return content(options, option)
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("");
    }

    /** Returns the content of an option's file; empty without the option. */
    private static String content(ParseResult options, String option) {
        String file = options.matchedOptionValue(option, "");
        try {
            String content = file.isEmpty() ? "" : Files.readString(Path.of(file));
            if (!file.isEmpty() && content.isBlank()) {
                throw new IllegalArgumentException(option + ": the file " + file + " is empty");
            }
            return content;
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(option + ": the file " + file + " cannot be read", e);
        }
    }

    private int show(URI uri, ParseResult options) throws IOException, InterruptedException, CertificateException {
        String authorization = authorization(options);
        HttpResponse<String> response = ApiClient.get(uri, authorization, content(options, CA));
        int status = response.statusCode();
        String body = response.body();
        String type = response.headers().firstValue("Content-Type").orElse("");
        if ((status == UNAUTHORIZED || status == FORBIDDEN) && !body.contains("showUsers")) {
            err.println("the exporter returned HTTP " + status
                    + (authorization.isEmpty()
                            ? ": it requires --token-file, or --login and --password-file"
                            : ": it does not accept these credentials"));
        } else if (status != OK && type.startsWith("application/json")) {
            err.println(OutsideText.printable(
                    new JsonMapper().readTree(body).path("error").asText()));
        } else if ((status != OK && status != UNAVAILABLE) || !type.matches("(text/(plain|csv)|application/json).*")) {
            err.println("HTTP " + status + " from " + uri + ": this is not an exporter's API");
            return Processes.FAILED;
        } else {
            // A terminal would interpret control characters of an older exporter or of another server.
            body.lines().map(OutsideText::printable).forEach(out::println);
        }
        return status == OK ? Processes.FINE : status == BAD_REQUEST ? Processes.BAD_INPUT : Processes.FAILED;
    }
}
