{{/* ServiceMonitor or PodMonitor of a component. Call with (dict "root" $ "component" "exporter"). */}}
{{- define "sluice.monitor.operator" -}}
{{- $monitoring := .root.Values.monitoring -}}
{{- $context := dict "root" .root "component" .component "name" (printf "%s-%s" (include "sluice.fullname" .root) .component) "labels" $monitoring.labels -}}
apiVersion: {{ $monitoring.apiVersion }}
kind: {{ $monitoring.kind }}
metadata:
  {{- include "sluice.metadata" $context | nindent 2 }}
spec:
  # Alerts select the targets by "sluice" in the name of the job.
  jobLabel: app.kubernetes.io/name
  selector:
    matchLabels:
      {{- include "sluice.selector" $context | nindent 6 }}
  namespaceSelector:
    matchNames: [{{ .root.Release.Namespace }}]
  {{ ternary "endpoints" "podMetricsEndpoints" (eq $monitoring.kind "ServiceMonitor") }}:
    - port: metrics
      path: /metrics
      {{- $access := .root.Values.exporter.access }}
      {{- if and (eq .component "exporter") $access.tls.existingSecret }}
      scheme: https
      tlsConfig:
        # Prometheus scrapes the address of the pod.
        serverName: {{ include "sluice.exporter.host" .root }}
        ca:
          secret: {name: {{ $access.tls.existingSecret }}, key: ca.crt}
        {{- with $access.tls.clientSecret }}
        cert:
          secret: {name: {{ . }}, key: tls.crt}
        keySecret: {name: {{ . }}, key: tls.key}
        {{- end }}
      {{- else }}
      scheme: http
      {{- end }}
      {{- if and (eq .component "exporter") $access.auth.existingSecret }}
      authorization:
        type: Bearer
        credentials: {name: {{ $access.auth.existingSecret }}, key: {{ $access.auth.tokenKey | quote }}}
      {{- end }}
      # Keeps Sluice's labels namespace and pod: the NodeSet and the slurmd pod.
      honorLabels: true
      {{- with $monitoring.interval }}
      interval: {{ . }}
      {{- end }}
{{- end -}}

{{/* PodMonitoring or ClusterPodMonitoring of a component, for Google Managed Prometheus. The same call. */}}
{{- define "sluice.monitor.google" -}}
{{- $monitoring := .root.Values.monitoring -}}
{{- $release := .root.Release.Namespace -}}
{{- $global := eq $monitoring.kind "ClusterPodMonitoring" -}}
{{- $name := printf "%s-%s" (include "sluice.fullname" .root) .component -}}
{{- if $global -}}{{- $name = printf "%s-%s" $release $name -}}{{- end -}}
{{- $context := dict "root" .root "component" .component "name" $name "namespace" (ternary "-" "" $global) "labels" $monitoring.labels -}}
{{- $access := .root.Values.exporter.access -}}
apiVersion: monitoring.googleapis.com/v1
kind: {{ $monitoring.kind }}
metadata:
  {{- include "sluice.metadata" $context | nindent 2 }}
spec:
  selector:
    matchLabels:
      {{- include "sluice.selector" $context | nindent 6 }}
  targetLabels:
    # Keeps Sluice's label pod, the slurmd pod; a ClusterPodMonitoring keeps the label namespace too.
    metadata: []
  endpoints:
    - port: metrics
      path: /metrics
      interval: {{ $monitoring.interval | default "30s" }}
      {{- if and (eq .component "exporter") $access.tls.existingSecret }}
      scheme: https
      tls:
        serverName: {{ include "sluice.exporter.host" .root }}
        ca:
          {{- include "sluice.monitor.google.secret" (dict "global" $global "namespace" $release "name" $access.tls.existingSecret "key" "ca.crt") | nindent 10 }}
        {{- with $access.tls.clientSecret }}
        cert:
          {{- include "sluice.monitor.google.secret" (dict "global" $global "namespace" $release "name" . "key" "tls.crt") | nindent 10 }}
        key:
          {{- include "sluice.monitor.google.secret" (dict "global" $global "namespace" $release "name" . "key" "tls.key") | nindent 10 }}
        {{- end }}
      {{- end }}
      {{- if and (eq .component "exporter") $access.auth.existingSecret }}
      authorization:
        type: Bearer
        credentials:
          {{- include "sluice.monitor.google.secret" (dict "global" $global "namespace" $release "name" $access.auth.existingSecret "key" $access.auth.tokenKey) | nindent 10 }}
      {{- end }}
{{- end -}}

{{/* Reference to a Secret; only a cluster-wide object names the namespace. */}}
{{- define "sluice.monitor.google.secret" -}}
secret: {name: {{ .name }}, key: {{ .key | quote }}{{ if .global }}, namespace: {{ .namespace }}{{ end }}}
{{- end -}}
