{{/* Configuration file of the exporter. */}}
{{- define "sluice.exporter.config" -}}
clusters:
  {{- range (include "sluice.clusters" . | fromJson).clusters }}
  - name: {{ .name | quote }}
    slurm:
      url: {{ .slurm.url | quote }}
      {{- with .slurm.user }}
      user: {{ . | quote }}
      {{- end }}
      {{- if .secret }}
      tokenFile: /etc/sluice/token-{{ .index }}/{{ .key }}
      {{- end }}
      {{- with .slurm.apiVersion }}
      apiVersion: {{ . | quote }}
      {{- end }}
      {{- with .slurm.maxRecords }}
      maxRecords: {{ int . }}
      {{- end }}
      {{- with .slurm.controllerMetrics }}
      controllerMetrics: {{ . | quote }}
      {{- end }}
      {{- with .slurm.squeueServer }}
      squeue: {{ $.Values.exporter.squeue.path | quote }}
      squeueServer: {{ . | quote }}
      {{- end }}
      {{- if hasPrefix "https:" .slurm.url }}
      tls:
        verifyHost: {{ ne (toString .tls.verifyHost) "false" }}
        {{- if .tls.secretName }}
        caFile: /etc/sluice/tls-{{ .index }}/ca.crt
        {{- if .tls.clientCertificate }}
        certFile: /etc/sluice/tls-{{ .index }}/tls.crt
        keyFile: /etc/sluice/tls-{{ .index }}/tls.key
        {{- end }}
        {{- end }}
      {{- end }}
    {{- if .kubernetes.enabled }}
    kubernetes:
      enabled: true
      {{- if ne .namespace "*" }}
      namespace: {{ .namespace | quote }}
      {{- end }}
      {{- with .kubernetes.controller }}
      controller: {{ . | quote }}
      {{- end }}
      nodes: {{ ne (toString .kubernetes.nodes) "false" }}
      {{- if .kubernetes.machineGpus.enabled }}
      machineGpus:
        {{- toYaml .kubernetes.machineGpus | nindent 8 }}
      {{- end }}
      {{- with .kubernetes.maxObjects }}
      maxObjects: {{ int . }}
      {{- end }}
      {{- with .kubernetes.scaling }}
      scaling:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .kubernetes.nodeSets }}
      nodeSets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
  {{- end }}
prometheus:
  port: 9341
  {{- with include "sluice.exporter.access" . }}
  {{- . | nindent 2 }}
  {{- end }}
api:
  port: 8080
  {{- with include "sluice.exporter.access" . }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- with .Values.exporter.access.proxy }}
  {{- if .userHeader }}
  proxy:
    {{- range $key := list "userHeader" "groupsHeader" "addresses" "certificates" "operators" "operatorGroups" }}
    {{- with get $.Values.exporter.access.proxy $key }}
    {{ $key }}: {{ . | quote }}
    {{- end }}
    {{- end }}
    ownJobsOnly: {{ .ownJobsOnly }}
  {{- end }}
  {{- end }}
  {{- with .Values.exporter.config.api }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- $more := merge (dict) (omit .Values.exporter.config "api") (dict "log" (dict "format" "json")) }}
{{ toYaml $more }}
{{- end -}}

{{/* Protection of both servers of the exporter; empty if disabled. */}}
{{- define "sluice.exporter.access" -}}
{{- $tls := .Values.exporter.access.tls -}}
{{- $auth := .Values.exporter.access.auth -}}
{{- if $tls.existingSecret -}}
tls:
  certFile: /etc/sluice/access-tls/tls.crt
  keyFile: /etc/sluice/access-tls/tls.key
  {{- if $tls.clientCaSecret }}
  clientCaFile: /etc/sluice/access-clients/ca.crt
  {{- end }}
{{ end -}}
{{- if $auth.existingSecret -}}
auth:
  bearerTokenFile: /etc/sluice/access-auth/token
  {{- if $auth.basicUser }}
  basic:
    user: {{ $auth.basicUser | quote }}
    passwordFile: /etc/sluice/access-auth/password
  {{- end }}
{{- end -}}
{{- end -}}
