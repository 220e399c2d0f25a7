package dev.sluice.common.demand;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.time.Instant;

/** The document of {@code /api/v1/demand/NAMESPACE/NAME}: one NodeSet of a publishing cluster, as a flat object. */
public record OneNodeSet(
        int version,
        String cluster,
        Instant observedAt,
        @JsonProperty("ageSeconds") Duration age,
        @JsonProperty("maxAgeSeconds") Duration maxAge,
        @JsonUnwrapped NodeSetReport nodeSet) {}
