package dev.sluice.exporter.slurm;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.common.net.ForeignAnswer;
import dev.sluice.exporter.json.JsonStream;
import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.http.BodySink;
import dev.sluice.exporter.slurm.http.SlurmHttp;
import dev.sluice.exporter.slurm.memory.AnswerSize;
import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Reads the API versions that slurmrestd offers. The paths in slurmrestd's OpenAPI document (about 1 MB of JSON)
 * contain the versions.
 */
final class OpenApiSink implements BodySink {

    private static final String PREFIX = "/slurm/";

    /** Maximum number of API versions. slurmrestd offers far fewer: the API versions of three Slurm releases. */
    private static final int MAX_VERSIONS = 64;

    private static final Pattern VERSION = Pattern.compile("v\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");

    private final JsonStream<UndecodableJson> stream;
    private final JsonParser parser;
    private final Set<String> versions = new TreeSet<>();
    private int status;
    private String location = "";
    private int depth;
    private boolean inPaths;
    private boolean ended;
    private boolean undecodable;

    OpenApiSink(AnswerSize size) {
        this.stream = new JsonStream<>(AnswerReader.FORMAT, this::accept, size);
        this.parser = stream.parser();
    }

    @Override
    public void head(int status, String contentType, String location) {
        this.status = status;
        this.location = location;
    }

    @Override
    public void bytes(byte[] bytes, int length) throws FetchFailure {
        if (undecodable || status != 200) {
            return;
        }
        try {
            stream.feed(bytes, 0, length);
        } catch (UndecodableJson e) {
            unreadable(e);
        }
    }

    private void end() throws FetchFailure {
        try {
            stream.end();
        } catch (UndecodableJson e) {
            unreadable(e);
        }
    }

    private void unreadable(UndecodableJson answer) throws FetchFailure {
        undecodable = true;
        if (answer.tooLarge()) {
            throw SlurmHttp.undecodable(answer);
        }
    }

    private void accept(JsonToken token) throws IOException, UndecodableJson {
        if (ended) {
            undecodable = true;
        } else if (token.isStructStart()) {
            depth++;
        } else if (token.isStructEnd()) {
            depth--;
            ended = depth == 0;
        } else if (token == JsonToken.FIELD_NAME && depth == 1) {
            inPaths = parser.currentName().equals("paths");
        } else if (token == JsonToken.FIELD_NAME && depth == 2 && inPaths) {
            path(parser.currentName());
        }
    }

    private void path(String path) throws UndecodableJson {
        int end = path.indexOf('/', PREFIX.length());
        if (path.startsWith(PREFIX) && end > 0) {
            String version = path.substring(PREFIX.length(), end);
            if (VERSION.matcher(version).matches()) {
                versions.add(version);
            }
        }
        if (versions.size() > MAX_VERSIONS) {
            throw UndecodableJson.tooLarge(
                    "/openapi/v3 lists more than " + MAX_VERSIONS + " versions: is this slurmrestd?");
        }
    }

    /** Returns the newest version that both sides support. */
    SlurmApiVersion newest() throws FetchFailure {
        if (status == 401 || status == 403 || status == 511) {
            throw new FetchFailure(
                    FailureKind.UNAUTHORIZED, "HTTP " + status + " for /openapi/v3: the token was not accepted");
        }
        if (status != 200) {
            throw new FetchFailure(
                    FailureKind.UNEXPECTED_STATUS,
                    ForeignAnswer.of(status, location, "slurmrestd")
                            .map(foreign -> foreign + "; check slurm.url")
                            .orElse("HTTP " + status + " for /openapi/v3, from which the API version is read;"
                                    + " slurm.apiVersion names one without asking"));
        }
        end();
        if (undecodable || !ended || versions.isEmpty()) {
            throw new FetchFailure(FailureKind.UNDECODABLE, "/openapi/v3 lists no path /slurm/v…: is this slurmrestd?");
        }
        return SlurmApiVersion.newestOf(versions)
                .orElseThrow(() -> new FetchFailure(
                        FailureKind.UNDECODABLE,
                        "slurmrestd offers " + String.join(", ", versions) + "; Sluice reads "
                                + SlurmApiVersion.V0_0_40.label() + " to " + SlurmApiVersion.V0_0_46.label()));
    }
}
