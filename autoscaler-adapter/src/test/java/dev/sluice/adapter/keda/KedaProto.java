package dev.sluice.adapter.keda;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.TextFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The messages of KEDA's externalscaler.proto. Google's library reads and writes the messages. */
final class KedaProto {

    private static final FileDescriptor FILE = file();

    static final Descriptor SCALED_OBJECT = FILE.findMessageTypeByName("ScaledObjectRef");
    static final Descriptor IS_ACTIVE = FILE.findMessageTypeByName("IsActiveResponse");
    static final Descriptor METRIC_SPECS = FILE.findMessageTypeByName("GetMetricSpecResponse");
    static final Descriptor GET_METRICS = FILE.findMessageTypeByName("GetMetricsRequest");
    static final Descriptor METRIC_VALUES = FILE.findMessageTypeByName("GetMetricsResponse");

    private KedaProto() {}

    static DynamicMessage scaledObject(String name, String namespace, Map<String, String> metadata) {
        FieldDescriptor entries = SCALED_OBJECT.findFieldByName("scalerMetadata");
        DynamicMessage.Builder message = DynamicMessage.newBuilder(SCALED_OBJECT)
                .setField(SCALED_OBJECT.findFieldByName("name"), name)
                .setField(SCALED_OBJECT.findFieldByName("namespace"), namespace);
        metadata.forEach((key, value) -> message.addRepeatedField(
                entries,
                DynamicMessage.newBuilder(entries.getMessageType())
                        .setField(entries.getMessageType().findFieldByName("key"), key)
                        .setField(entries.getMessageType().findFieldByName("value"), value)
                        .build()));
        return message.build();
    }

    static DynamicMessage getMetrics(DynamicMessage scaledObject, String metricName) {
        return DynamicMessage.newBuilder(GET_METRICS)
                .setField(GET_METRICS.findFieldByName("scaledObjectRef"), scaledObject)
                .setField(GET_METRICS.findFieldByName("metricName"), metricName)
                .build();
    }

    static Object value(DynamicMessage message, String field) {
        return message.getField(message.getDescriptorForType().findFieldByName(field));
    }

    static List<DynamicMessage> messages(DynamicMessage message, String field) {
        List<DynamicMessage> found = new ArrayList<>();
        for (Object element : (List<?>) value(message, field)) {
            found.add((DynamicMessage) element);
        }
        return found;
    }

    private static FileDescriptor file() {
        var file = FileDescriptorProto.newBuilder();
        try {
            TextFormat.merge("""
                    name: "externalscaler.proto" package: "externalscaler" syntax: "proto3"
                    message_type { name: "ScaledObjectRef"
                      field { name: "name" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
                      field { name: "namespace" number: 2 type: TYPE_STRING label: LABEL_OPTIONAL }
                      field { name: "scalerMetadata" number: 3 type: TYPE_MESSAGE label: LABEL_REPEATED
                              type_name: ".externalscaler.ScaledObjectRef.ScalerMetadataEntry" }
                      nested_type { name: "ScalerMetadataEntry" options { map_entry: true }
                        field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
                        field { name: "value" number: 2 type: TYPE_STRING label: LABEL_OPTIONAL } } }
                    message_type { name: "IsActiveResponse"
                      field { name: "result" number: 1 type: TYPE_BOOL label: LABEL_OPTIONAL } }
                    message_type { name: "GetMetricSpecResponse"
                      field { name: "metricSpecs" number: 1 type: TYPE_MESSAGE label: LABEL_REPEATED
                              type_name: ".externalscaler.MetricSpec" } }
                    message_type { name: "MetricSpec"
                      field { name: "metricName" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
                      field { name: "targetSize" number: 2 type: TYPE_INT64 label: LABEL_OPTIONAL }
                      field { name: "targetSizeFloat" number: 3 type: TYPE_DOUBLE label: LABEL_OPTIONAL } }
                    message_type { name: "GetMetricsRequest"
                      field { name: "scaledObjectRef" number: 1 type: TYPE_MESSAGE label: LABEL_OPTIONAL
                              type_name: ".externalscaler.ScaledObjectRef" }
                      field { name: "metricName" number: 2 type: TYPE_STRING label: LABEL_OPTIONAL } }
                    message_type { name: "GetMetricsResponse"
                      field { name: "metricValues" number: 1 type: TYPE_MESSAGE label: LABEL_REPEATED
                              type_name: ".externalscaler.MetricValue" } }
                    message_type { name: "MetricValue"
                      field { name: "metricName" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
                      field { name: "metricValue" number: 2 type: TYPE_INT64 label: LABEL_OPTIONAL }
                      field { name: "metricValueFloat" number: 3 type: TYPE_DOUBLE label: LABEL_OPTIONAL } }
                    """, file);
            return FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]);
        } catch (TextFormat.ParseException | DescriptorValidationException e) {
            throw new AssertionError(e);
        }
    }
}
