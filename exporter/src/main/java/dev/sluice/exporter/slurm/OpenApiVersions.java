package dev.sluice.exporter.slurm;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.sluice.common.net.ForeignAnswer;
import dev.sluice.exporter.json.Utf8Repair;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import dev.sluice.exporter.slurm.http.BodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Reads the newest API version that slurmrestd and the exporter support. The paths in slurmrestd's OpenAPI document
 * (about 1 MB of JSON) contain the versions.
 */
final class OpenApiVersions implements BodyReader<SlurmApiVersion> {

    private static final String PREFIX = "/slurm/";

    private static final long MAX_BYTES = 1 << 25;

    private static final Pattern VERSION = Pattern.compile("v\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");

    private final Set<String> versions = new TreeSet<>();

    @Override
    public SlurmApiVersion read(Head head, InputStream body) throws IOException, FetchFailure {
        int status = head.status();
        if (status == 401 || status == 403 || status == 511) {
            throw new FetchFailure(
                    FailureKind.UNAUTHORIZED, "HTTP " + status + " for /openapi/v3: the token was not accepted");
        }
        if (status != 200) {
            throw new FetchFailure(
                    FailureKind.UNEXPECTED_STATUS,
                    ForeignAnswer.of(status, head.location(), "slurmrestd")
                            .map(foreign -> foreign + "; check slurm.url")
                            .orElse("HTTP " + status + " for /openapi/v3, from which the API version is read;"
                                    + " slurm.apiVersion names one without asking"));
        }
        if (!document(body) || versions.isEmpty()) {
            throw new FetchFailure(FailureKind.UNDECODABLE, "/openapi/v3 lists no path /slurm/v…: is this slurmrestd?");
        }
        return SlurmApiVersion.newestOf(versions)
                .orElseThrow(() -> new FetchFailure(
                        FailureKind.UNDECODABLE,
                        "slurmrestd offers " + String.join(", ", versions) + "; Sluice reads "
                                + SlurmApiVersion.V0_0_40.label() + " to " + SlurmApiVersion.V0_0_46.label()));
    }

    /** Returns whether the document is one JSON object. */
    private boolean document(InputStream body) throws IOException, FetchFailure {
        try (JsonParser in = AnswerReader.parser(new Utf8Repair(body), MAX_BYTES)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            while (in.nextToken() != JsonToken.END_OBJECT) {
                boolean paths = in.currentName().equals("paths");
                if (in.nextToken() == JsonToken.START_OBJECT && paths) {
                    while (in.nextToken() != JsonToken.END_OBJECT) {
                        path(in.currentName());
                        in.nextToken();
                        in.skipChildren();
                    }
                } else {
                    in.skipChildren();
                }
            }
            return in.nextToken() == null;
        } catch (StreamConstraintsException e) {
            throw new FetchFailure(
                    FailureKind.TOO_LARGE,
                    "/openapi/v3 has more than " + MAX_BYTES + " bytes, or " + AnswerReader.LIMITS
                            + ": is this slurmrestd?");
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private void path(String path) {
        int end = path.indexOf('/', PREFIX.length());
        if (path.startsWith(PREFIX) && end > 0) {
            String version = path.substring(PREFIX.length(), end);
            if (VERSION.matcher(version).matches()) {
                versions.add(version);
            }
        }
    }
}
