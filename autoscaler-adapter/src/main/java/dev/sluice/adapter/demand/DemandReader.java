package dev.sluice.adapter.demand;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.common.demand.ApiJson;
import dev.sluice.common.demand.DemandReport;
import dev.sluice.common.demand.DemandReport.ClusterReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Reads the document of {@code /api/v1/demand}. A failure names the place in the document. */
public final class DemandReader {

    private DemandReader() {}

    /**
     * Returns the report on each cluster, in the order of the document.
     *
     * @throws ReadFailure if the document is not JSON, has an unsupported version, or violates the contract
     */
    public static List<ClusterReport> read(byte[] bytes) throws ReadFailure {
        JsonNode document = tree(bytes);
        // Checks the version first, because a different version can have different members.
        JsonNode version = document.path("version");
        if (version.isNumber() && version.decimalValue().compareTo(BigDecimal.valueOf(DemandReport.VERSION)) != 0) {
            throw new ReadFailure(
                    ReadFailure.Kind.UNSUPPORTED_VERSION,
                    "version " + version + " of /api/v1/demand is not known, only " + DemandReport.VERSION
                            + "; use an adapter and an exporter of the same release");
        }
        try {
            return ApiJson.MAPPER.treeToValue(document, DemandReport.class).clusters();
        } catch (JsonMappingException e) {
            throw undecodable(complaint(e));
        } catch (JsonProcessingException e) {
            throw undecodable(firstLine(e));
        }
    }

    private static JsonNode tree(byte[] bytes) throws ReadFailure {
        try {
            JsonNode document = ApiJson.MAPPER.readTree(bytes);
            if (document.isMissingNode()) {
                throw undecodable("the document is empty");
            }
            return document;
        } catch (JsonProcessingException e) {
            throw undecodable("not JSON: " + firstLine(e));
        } catch (IOException e) {
            // An IOException cannot occur when the input is a byte array.
            throw new UncheckedIOException(e);
        }
    }

    private static ReadFailure undecodable(String complaint) {
        return new ReadFailure(ReadFailure.Kind.UNDECODABLE, complaint);
    }

    private static String complaint(JsonMappingException e) {
        String place = place(e);
        if (e.getCause() instanceof IllegalArgumentException broken) {
            // The message of a record begins with the name of a member.
            return (place.isEmpty() ? "" : place + ".") + broken.getMessage();
        }
        return (place.isEmpty() ? "the document" : place) + ": " + firstLine(e);
    }

    /** Returns the path, such as {@code clusters[0].nodeSets[2].desired}; empty for the document itself. */
    private static String place(JsonMappingException e) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.toString();
    }

    private static String firstLine(JsonProcessingException e) {
        return Optional.ofNullable(e.getOriginalMessage())
                .flatMap(message -> message.lines().findFirst())
                .orElse("malformed");
    }
}
