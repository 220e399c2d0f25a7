package dev.sluice.common.demand;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/**
 * The JSON of the exporter's API, bound to records: an empty Optional is no member, times are in UTC in the format of
 * RFC 3339, and durations are in seconds with three decimals at most. Reading ignores unknown members, which a later
 * release can add, but converts no value to another type.
 */
public final class ApiJson {

    private static final int MILLIS = 3;
    private static final BigDecimal ONE_MILLI = BigDecimal.ONE.movePointLeft(MILLIS);

    public static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addDeserializer(Instant.class, new TimeReader())
                    .addSerializer(Duration.class, new SecondsWriter())
                    .addDeserializer(Duration.class, new SecondsReader()))
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
            .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
            // An object with a duplicate member is ambiguous.
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual,
                    config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build();

    private ApiJson() {}

    public static byte[] bytes(Object document) {
        try {
            return MAPPER.writeValueAsBytes(document);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class TimeReader extends StdScalarDeserializer<Instant> {

        private static final long serialVersionUID = 1;

        TimeReader() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            try {
                return Instant.parse(parser.getText());
            } catch (DateTimeException e) {
                return context.reportInputMismatch(this, "not a time");
            }
        }
    }

    private static final class SecondsWriter extends StdScalarSerializer<Duration> {

        private static final long serialVersionUID = 1;

        SecondsWriter() {
            super(Duration.class);
        }

        @Override
        public void serialize(Duration duration, JsonGenerator json, SerializerProvider unused) throws IOException {
            BigDecimal seconds = BigDecimal.valueOf(duration.toMillis(), MILLIS).stripTrailingZeros();
            if (seconds.scale() <= 0) {
                json.writeNumber(seconds.longValueExact());
            } else {
                json.writeNumber(seconds);
            }
        }
    }

    /** Rounds up to a millisecond, so that data never looks younger than it is. */
    private static final class SecondsReader extends StdScalarDeserializer<Duration> {

        private static final long serialVersionUID = 1;

        SecondsReader() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (!parser.currentToken().isNumeric()) {
                return context.reportInputMismatch(this, "not a number");
            }
            BigDecimal seconds = parser.getDecimalValue();
            // The comparisons also avoid the expansion of numbers such as 1e-999999999.
            if (seconds.abs().compareTo(ONE_MILLI) < 0) {
                return Duration.ZERO;
            }
            if (seconds.abs().compareTo(BigDecimal.valueOf(DemandReport.MAX)) > 0) {
                return Duration.ofSeconds(seconds.signum() * Long.MAX_VALUE);
            }
            return Duration.ofMillis(seconds.movePointRight(MILLIS)
                    .setScale(0, RoundingMode.CEILING)
                    .longValue());
        }
    }
}
