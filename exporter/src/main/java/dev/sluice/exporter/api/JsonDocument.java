package dev.sluice.exporter.api;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.sluice.common.demand.ApiJson;
import dev.sluice.common.demand.DemandReport;
import java.io.UncheckedIOException;
import java.time.YearMonth;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The API's JSON conventions: times are in UTC in the format of RFC 3339, and durations are in seconds with three
 * decimals at most.
 */
public final class JsonDocument {

    private static final JsonInclude.Value ALWAYS = JsonInclude.Value.construct(Include.ALWAYS, Include.ALWAYS);

    private static final JsonMapper JSON = ApiJson.MAPPER
            .rebuild()
            .addModule(new SimpleModule().addSerializer(YearMonth.class, ToStringSerializer.instance))
            .annotationIntrospector(new EnumLabels())
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .defaultPropertyInclusion(JsonInclude.Value.construct(Include.NON_EMPTY, Include.ALWAYS))
            .withConfigOverride(List.class, lists -> lists.setInclude(ALWAYS))
            .withConfigOverride(Map.class, maps -> maps.setInclude(ALWAYS))
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private JsonDocument() {}

    /** A document with an element for each cluster. */
    public record Clusters(int version, List<?> clusters) {

        public Clusters(List<?> clusters) {
            this(DemandReport.VERSION, clusters);
        }
    }

    public static JsonNode tree(Object document) {
        return JSON.valueToTree(document);
    }

    public static byte[] bytes(Object document) {
        try {
            return JSON.writeValueAsBytes(document);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes an enum value as its label: its name in lower case. */
    private static final class EnumLabels extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1;

        @Override
        public String[] findEnumValues(
                MapperConfig<?> config, AnnotatedClass enumeration, Enum<?>[] values, String[] names) {
            return Stream.of(values)
                    .map(value -> value.name().toLowerCase(Locale.ROOT))
                    .toArray(String[]::new);
        }
    }
}
