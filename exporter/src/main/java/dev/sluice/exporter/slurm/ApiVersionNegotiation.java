package dev.sluice.exporter.slurm;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.sluice.common.net.ForeignAnswer;
import dev.sluice.exporter.json.Utf8Repair;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.SlurmHttp.Head;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Agrees on an API version with slurmrestd: the pinned version, or the newest version that both sides support, from the
 * paths in slurmrestd's OpenAPI document (about 1 MB of JSON). Negotiates again if slurmrestd no longer offers the
 * current version, or was unreachable, because slurmrestd may have been upgraded.
 */
final class ApiVersionNegotiation {

    private static final Logger LOG = LoggerFactory.getLogger(ApiVersionNegotiation.class);

    private static final long MAX_BYTES = 1 << 25;

    private static final Pattern PATH = Pattern.compile("/slurm/(v\\d{1,3}\\.\\d{1,3}\\.\\d{1,3})/.*");

    private final SlurmHttp http;
    private final SlurmConnection connection;
    private @Nullable Future<SlurmApiVersion> agreed;

    ApiVersionNegotiation(SlurmHttp http, SlurmConnection connection) {
        this.http = http;
        this.connection = connection;
    }

    Future<SlurmApiVersion> version() {
        if (isPinned()) {
            return Future.succeededFuture(connection.pinned().orElseThrow());
        }
        if (agreed != null) {
            return agreed;
        }
        Future<SlurmApiVersion> asked = http.get("/openapi/v3", connection.deadline(), ApiVersionNegotiation::read)
                .onSuccess(version -> LOG.atInfo()
                        .addKeyValue("cluster", connection.cluster())
                        .addKeyValue("api_version", version.label())
                        .log("agreed on an API version"));
        agreed = asked;
        // Registers the handler after the assignment of the future, because the future may already have failed.
        asked.onFailure(unused -> forget());
        return asked;
    }

    /** Drops the agreed version; the next poll negotiates again. */
    void forget() {
        agreed = null;
    }

    boolean isPinned() {
        return connection.pinned().isPresent();
    }

    static SlurmApiVersion read(Head head, InputStream body) throws IOException, FetchFailure {
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
        Set<String> offered = offered(body);
        if (offered.isEmpty()) {
            throw new FetchFailure(FailureKind.UNDECODABLE, "/openapi/v3 lists no path /slurm/v…: is this slurmrestd?");
        }
        return SlurmApiVersion.newestOf(offered)
                .orElseThrow(() -> new FetchFailure(
                        FailureKind.UNDECODABLE,
                        "slurmrestd offers " + String.join(", ", offered) + "; Sluice reads "
                                + SlurmApiVersion.V0_0_40.label() + " to " + SlurmApiVersion.V0_0_46.label()));
    }

    /** Returns the versions in the paths of a JSON object; empty for another document. */
    private static Set<String> offered(InputStream body) throws IOException, FetchFailure {
        Set<String> versions = new TreeSet<>();
        try (JsonParser in = AnswerReader.parser(new Utf8Repair(body), MAX_BYTES)) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                JsonStreamContext here = in.getParsingContext();
                if (here.inRoot() && token == JsonToken.END_OBJECT) {
                    return in.nextToken() == null ? versions : Set.of();
                }
                boolean path = token == JsonToken.FIELD_NAME
                        && here.getNestingDepth() == 2
                        && "paths".equals(here.getParent().getCurrentName());
                Matcher matcher = PATH.matcher(path ? in.currentName() : "");
                if (matcher.matches()) {
                    versions.add(matcher.group(1));
                }
            }
            return Set.of();
        } catch (StreamConstraintsException e) {
            throw new FetchFailure(
                    FailureKind.TOO_LARGE,
                    "/openapi/v3 has more than " + MAX_BYTES + " bytes, or " + AnswerReader.LIMITS
                            + ": is this slurmrestd?");
        } catch (JsonProcessingException e) {
            return Set.of();
        }
    }
}
