package dev.sluice.adapter.keda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import dev.sluice.common.protobuf.MalformedMessage;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares Sluice's encoding and decoding of messages with Google's library. */
class WireFormatTest {

    private static final Map<String, String> METADATA =
            new TreeMap<>(Map.of("scalerAddress", "sluice:9090", "nodeset", "gpu", "cluster", "größe", "empty", ""));

    @Test
    void readsWhatGoogleWrites() throws MalformedMessage {
        DynamicMessage scaledObject = KedaProto.scaledObject("scaler", "slurm", METADATA);
        ScaledObjectRef expected = new ScaledObjectRef("scaler", "slurm", METADATA);

        assertThat(Requests.scaledObject(scaledObject.toByteArray())).isEqualTo(expected);
        assertThat(Requests.getMetrics(
                        KedaProto.getMetrics(scaledObject, "slurm_x").toByteArray()))
                .isEqualTo(new Requests.GetMetrics(expected, "slurm_x"));
        assertThat(Requests.scaledObject(new byte[0])).isEqualTo(new ScaledObjectRef("", "", Map.of()));
        assertThat(Requests.getMetrics(new byte[0]))
                .isEqualTo(new Requests.GetMetrics(new ScaledObjectRef("", "", Map.of()), ""));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 12, 127, 128, 16_383, 16_384, 2_147_483_647L, 4_294_967_296L})
    void writesWhatGoogleReads(long value) throws InvalidProtocolBufferException {
        DynamicMessage values = DynamicMessage.parseFrom(KedaProto.METRIC_VALUES, Responses.metric("slurm_x", value));
        DynamicMessage one = KedaProto.messages(values, "metricValues").get(0);
        assertThat(KedaProto.value(one, "metricName")).isEqualTo("slurm_x");
        assertThat(KedaProto.value(one, "metricValue")).isEqualTo(value);
        assertThat(KedaProto.value(one, "metricValueFloat")).isEqualTo((double) value);
        assertThat(Responses.metric("slurm_x", value)).as("byte by byte").isEqualTo(values.toByteArray());
    }

    @Test
    void writesOneByteByByte() {
        // The expected bytes were written by hand: field 1 with length 15; field 1 with "ab"; field 2 with 300; field 3
        // with 300.0 as a little-endian double.
        assertThat(HexFormat.of().formatHex(Responses.metric("ab", 300)))
                .isEqualTo("0a10" + "0a026162" + "10ac02" + "190000000000c07240");
        assertThat(HexFormat.of().formatHex(Responses.isActive(true))).isEqualTo("0801");
        assertThat(Responses.isActive(false)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0a05616263, the message ends before its field 1",
        "0a02c328, field 1 is not UTF-8",
        "00, a field has number 0",
        "0aff, the message ends inside a number",
        "0affffffffffffffffffff01, a number has more than 10 bytes",
        "0affffffff0f, the message ends before its field 1",
        "0e, a field has wire type 6",
        "24, a field has wire type 4",
        "2308, the message ends inside a number",
        "232c, a group ends without a start",
        "2901, the message ends before its field 5",
    })
    void saysWhatIsWrongWithAMessage(String bytes, String complaint) {
        byte[] message = HexFormat.of().parseHex(bytes);

        assertThatThrownBy(() -> Requests.scaledObject(message))
                .isInstanceOf(MalformedMessage.class)
                .hasMessage(complaint);
        assertThatThrownBy(() -> DynamicMessage.parseFrom(KedaProto.SCALED_OBJECT, message))
                .as("Google's library thinks so, too")
                .isInstanceOf(InvalidProtocolBufferException.class);
    }

    @Test
    void endsOnGroupsInGroupsInGroups() {
        byte[] deep = new byte[100_000];
        java.util.Arrays.fill(deep, (byte) 0x23);

        assertThatThrownBy(() -> Requests.scaledObject(deep)).hasMessage("groups are nested too deeply");
    }

    @Test
    void passesOverWhatLaterKedasMayAdd() throws MalformedMessage {
        DynamicMessage later = KedaProto.scaledObject("scaler", "slurm", METADATA).toBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                7,
                                UnknownFieldSet.Field.newBuilder()
                                        .addVarint(-1)
                                        .addFixed32(5)
                                        .addFixed64(6)
                                        .addLengthDelimited(com.google.protobuf.ByteString.copyFromUtf8("new"))
                                        .addGroup(UnknownFieldSet.newBuilder()
                                                .addField(
                                                        1,
                                                        UnknownFieldSet.Field.newBuilder()
                                                                .addVarint(3)
                                                                .build())
                                                .build())
                                        .build())
                        .build())
                .build();

        assertThat(Requests.scaledObject(later.toByteArray()))
                .isEqualTo(new ScaledObjectRef("scaler", "slurm", METADATA));
    }

    /** Tests damaged messages. Either both libraries reject a message, or both libraries read the same content. */
    @Test
    void readsDamagedMessagesAsGoogleDoes() {
        byte[] good = KedaProto.getMetrics(KedaProto.scaledObject("scaler", "slurm", METADATA), "slurm_x")
                .toByteArray();
        Random random = new Random(20261120);
        int read = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] damaged = java.util.Arrays.copyOf(good, good.length - random.nextInt(4) / 3 * random.nextInt(9));
            for (int i = 0; i <= random.nextInt(3); i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            Optional<Requests.GetMetrics> theirs = theirs(damaged);
            read += theirs.isPresent() ? 1 : 0;

            assertThat(ours(damaged)).as(HexFormat.of().formatHex(damaged)).isEqualTo(theirs);
        }
        assertThat(read).as("both cases are met").isBetween(1_000, 19_000);
    }

    private static Optional<Requests.GetMetrics> ours(byte[] message) {
        try {
            return Optional.of(Requests.getMetrics(message));
        } catch (MalformedMessage e) {
            return Optional.empty();
        }
    }

    private static Optional<Requests.GetMetrics> theirs(byte[] message) {
        Descriptor type = KedaProto.GET_METRICS;
        try {
            DynamicMessage parsed = DynamicMessage.parseFrom(type, message);
            DynamicMessage scaledObject = (DynamicMessage) KedaProto.value(parsed, "scaledObjectRef");
            Map<String, String> metadata = new TreeMap<>();
            for (DynamicMessage entry : KedaProto.messages(scaledObject, "scalerMetadata")) {
                metadata.put((String) KedaProto.value(entry, "key"), (String) KedaProto.value(entry, "value"));
            }
            return Optional.of(new Requests.GetMetrics(
                    new ScaledObjectRef(
                            (String) KedaProto.value(scaledObject, "name"),
                            (String) KedaProto.value(scaledObject, "namespace"),
                            metadata),
                    (String) KedaProto.value(parsed, "metricName")));
        } catch (InvalidProtocolBufferException e) {
            return Optional.empty();
        }
    }
}
