package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests every kubectl command in the documents with a real kubectl, but without an API server. kubectl rejects an
 * invalid command before kubectl connects. A valid command ends with a refused connection.
 */
class KubectlCommandsTest {

    private static final Pattern COMMAND = Pattern.compile("(?m)(?:^ *|[$]\\()(kubectl .*)$");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void leadKubectlNowhere() throws Exception {
        Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: nowhere
                clusters: [{name: nowhere, cluster: {server: "http://127.0.0.1:1"}}]
                contexts: [{name: nowhere, context: {cluster: nowhere, user: nobody}}]
                users: [{name: nobody, user: {token: none}}]
                """);
        Files.writeString(folder.resolve("ca.crt"), "");
        assumeTrue(isThere(), "skipped: there is no kubectl on the PATH");
    }

    private static boolean isThere() throws Exception {
        return new ProcessBuilder("bash", "-c", "command -v kubectl").start().waitFor() == 0;
    }

    static List<String> commands() throws IOException {
        return SnippetsTest.snippets("sh")
                .map(snippet -> snippet.text().replace("\\\n", " "))
                .flatMap(text -> COMMAND.matcher(text).results().map(found -> found.group(1)))
                .map(KubectlCommandsTest::alone)
                .distinct()
                .toList();
    }

    private static String alone(String line) {
        String command = line.replaceFirst(" [|&>] ?.*", "").replaceFirst(" &$", "");
        boolean inside = command.endsWith(")") && !command.contains("(");
        return inside ? command.substring(0, command.length() - 1) : command;
    }

    @Test
    void documentsHaveCommands() throws IOException {
        assertThat(commands()).hasSizeGreaterThan(60).noneMatch(command -> command.contains(" | "));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void kubectlTakesTheCommand(String command) throws Exception {
        String answer = answer(command);

        assertThat(answer)
                .satisfiesAnyOf(
                        refused -> assertThat(refused).contains("refused"),
                        fine -> assertThat(fine).startsWith("0\n"));
    }

    /** Each of these invalid commands was once in the documents, or is an easy mistake. */
    @Test
    void kubectlRefusesBadCommands() throws Exception {
        for (String command : List.of(
                "kubectl -n slurm get nodesets,svc/slurm-restapi",
                "kubectl -n slurm get pods --fieldselector=a",
                "kubectl -n slurm describe",
                "kubectl -n slurm scale nodeset/a --replicas")) {
            assertThat(answer(command)).doesNotContain("refused").doesNotStartWith("0\n");
        }
    }

    /** Returns the exit code and the output of kubectl. Sets the variables of the loops in the documents. */
    private static String answer(String command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("timeout", "60", "bash", "-c", command);
        builder.environment().put("KUBECONFIG", folder.resolve("kubeconfig").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("name", "sluice-dashboard-queue");
        builder.environment().put("file", "ca.crt");
        Process process = builder.directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + "\n" + output;
    }
}
