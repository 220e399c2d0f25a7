{{/* Prefix of all names, short enough for the suffixes. */}}
{{- define "sluice.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains "sluice" .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-sluice" (.Release.Name | trunc 33 | trimSuffix "-") -}}
{{- end -}}
{{- end -}}

{{/* Selector labels of the pods of a component. Call with (dict "root" $ "component" "exporter"). */}}
{{- define "sluice.selector" -}}
app.kubernetes.io/name: sluice
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* Labels of every object. The same call. */}}
{{- define "sluice.labels" -}}
{{- $own := include "sluice.selector" . | fromYaml -}}
{{- $_ := set $own "app.kubernetes.io/version" .root.Chart.AppVersion -}}
{{- $_ := set $own "app.kubernetes.io/managed-by" .root.Release.Service -}}
{{- $_ := set $own "helm.sh/chart" (printf "%s-%s" .root.Chart.Name (.root.Chart.Version | replace "+" "_")) -}}
{{- merge $own .root.Values.commonLabels | toYaml -}}
{{- end -}}

{{/* Name, namespace, labels and annotations. Takes "name", and optionally "namespace" (- for none), "labels", "annotations". */}}
{{- define "sluice.metadata" -}}
name: {{ .name | quote }}
{{- if ne (default "" .namespace) "-" }}
namespace: {{ default .root.Release.Namespace .namespace }}
{{- end }}
labels:
  {{- $labels := include "sluice.labels" . | fromYaml }}
  {{- merge $labels (default dict .labels) | toYaml | nindent 2 }}
{{- with merge (dict) (default dict .annotations) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "sluice.exporter.name" -}}{{ include "sluice.fullname" . }}-exporter{{- end -}}
{{- define "sluice.adapter.name" -}}{{ include "sluice.fullname" . }}-adapter{{- end -}}

{{/* Scheme of the exporter's URLs. */}}
{{- define "sluice.exporter.scheme" -}}{{ ternary "https" "http" (ne .Values.exporter.access.tls.existingSecret "") }}{{- end -}}

{{/* Host name of the exporter's Service; with TLS the name in its certificate. */}}
{{- define "sluice.exporter.host" -}}
{{- include "sluice.exporter.name" . }}.{{ .Release.Namespace }}{{ ternary ".svc" "" (ne .Values.exporter.access.tls.existingSecret "") }}
{{- end -}}

{{/* "true" if the adapter owns external.metrics.k8s.io, otherwise empty. */}}
{{- define "sluice.adapter.externalMetrics" -}}
{{- if eq (toString .Values.adapter.externalMetrics) "auto" -}}
{{- range .Values.autoscaling.nodeSets -}}{{- if eq .via "external" -}}true{{- end -}}{{- end -}}
{{- else if .Values.adapter.externalMetrics -}}true{{- end -}}
{{- end -}}

{{/* "true" if the adapter has something to serve, otherwise empty. */}}
{{- define "sluice.adapter.enabled" -}}
{{- if and .Values.adapter.enabled (or (include "sluice.adapter.externalMetrics" .) .Values.adapter.customMetrics .Values.adapter.keda.enabled) -}}true{{- end -}}
{{- end -}}

{{- define "sluice.exporter.serviceAccount" -}}
{{- default (ternary (include "sluice.exporter.name" .) "default" .Values.exporter.serviceAccount.create) .Values.exporter.serviceAccount.name -}}
{{- end -}}
{{- define "sluice.adapter.serviceAccount" -}}
{{- default (ternary (include "sluice.adapter.name" .) "default" .Values.adapter.serviceAccount.create) .Values.adapter.serviceAccount.name -}}
{{- end -}}

{{/* Image by digest or tag. Takes "root" and "image". */}}
{{- define "sluice.image" -}}
{{- $path := printf "%s/%s" .image.registry .image.repository -}}
{{- if .image.digest -}}
{{- printf "%s@%s" $path .image.digest -}}
{{- else -}}
{{- printf "%s:%s" $path (default .root.Chart.AppVersion .image.tag) -}}
{{- end -}}
{{- end -}}

{{/* All clusters with their defaults, as {"clusters": [...]}. */}}
{{- define "sluice.clusters" -}}
{{- $all := list -}}
{{- if not .Values.cluster.name -}}
{{- fail "cluster.name is required: set it to the name of the Slurm cluster (ClusterName in slurm.conf), for example with --set cluster.name=research. It is the label cluster of every metric" -}}
{{- end -}}
{{- range $index, $given := prepend .Values.additionalClusters .Values.cluster -}}
{{- $slurm := merge (dict) (default dict $given.slurm) (dict "user" "" "apiVersion" "" "squeueServer" "") -}}
{{- $tls := merge (dict) (default dict $slurm.tls) (dict "secretName" "" "clientCertificate" false) -}}
{{- $token := merge (dict) (default dict $given.token) (dict "existingSecret" "" "key" "SLURM_JWT") -}}
{{- $slinky := merge (dict) (default dict $token.slinky) (dict "create" false "username" "nobody" "lifetime" "12h" "jwtKeySecret" "slurm-auth-jwt" "jwtKey" "jwt.key") -}}
{{- $kubernetes := merge (dict) (default dict $given.kubernetes) (dict "namespace" "" "controller" "" "machineGpus" (dict) "scaling" (dict) "nodeSets" (list)) -}}
{{- $namespace := $kubernetes.namespace -}}
{{- if eq $namespace "" -}}{{- $namespace = $.Release.Namespace -}}{{- end -}}
{{- $secret := $token.existingSecret -}}
{{- if and (eq $secret "") $slinky.create -}}
{{- $secret = printf "%s-token%s" (include "sluice.fullname" $) (ternary "" (printf "-%d" $index) (eq $index 0)) -}}
{{- end -}}
{{- $all = append $all (dict "index" $index "name" $given.name "slurm" $slurm "tls" $tls "key" $token.key "secret" $secret "slinky" $slinky "makesToken" (and $slinky.create (eq $token.existingSecret "")) "kubernetes" $kubernetes "namespace" $namespace) -}}
{{- end -}}
{{- dict "clusters" $all | toJson -}}
{{- end -}}

{{/* "true" if the exporter reads Kubernetes for any cluster, otherwise empty. */}}
{{- define "sluice.readsKubernetes" -}}
{{- range (include "sluice.clusters" . | fromJson).clusters -}}
{{- if .kubernetes.enabled }}true{{- end -}}
{{- end -}}
{{- end -}}

{{/* Port of an http or https URL; empty for a socket. */}}
{{- define "sluice.port" -}}
{{- if not (hasPrefix "unix:" .) -}}
{{- $port := regexFind ":[0-9]+$" (regexFind "^https?://[^/]+" .) -}}
{{- if $port -}}{{ trimPrefix ":" $port }}{{- else -}}{{ ternary "443" "80" (hasPrefix "https:" .) }}{{- end -}}
{{- end -}}
{{- end -}}

{{/* "true" if HPAs support the field tolerance. */}}
{{- define "sluice.tolerance" -}}
{{- $how := .Values.autoscaling.tolerance -}}
{{- if or (eq $how "always") (and (eq $how "auto") (semverCompare ">=1.35-0" .Capabilities.KubeVersion.Version)) -}}true{{- end -}}
{{- end -}}

{{/* Value of --hpa-tolerance. */}}
{{- define "sluice.hpaTolerance" -}}
{{- if ne (toString .Values.adapter.hpaTolerance) "auto" -}}
{{- .Values.adapter.hpaTolerance -}}
{{- else -}}
{{- $hpas := false -}}
{{- range .Values.autoscaling.nodeSets -}}{{- if ne .via "keda" -}}{{- $hpas = true -}}{{- end -}}{{- end -}}
{{- if and $hpas (not (include "sluice.tolerance" .)) -}}0.1{{- else -}}0{{- end -}}
{{- end -}}
{{- end -}}

{{/* Security context of a pod for the restricted Pod Security Standard. */}}
{{- define "sluice.podSecurity" -}}
{{- $user := .Values.runAsUser -}}
{{- if eq (toString $user) "auto" -}}{{- $user = ternary "none" 65532 (.Capabilities.APIVersions.Has "security.openshift.io/v1") -}}{{- end -}}
runAsNonRoot: true
{{- if ne (toString $user) "none" }}
runAsUser: {{ int $user }}
runAsGroup: {{ int $user }}
fsGroup: {{ int $user }}
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end -}}
{{- define "sluice.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities:
  drop: [ALL]
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{/* Egress to DNS and to the Kubernetes API. */}}
{{- define "sluice.dns" -}}
- ports:
    # OpenShift's DNS pods listen on 5353, Gardener's on 8053.
    {{- range list 53 5353 8053 }}
    - {port: {{ . }}, protocol: UDP}
    - {port: {{ . }}, protocol: TCP}
    {{- end }}
{{- end -}}
{{- define "sluice.kubernetesEgress" -}}
- ports:
    {{- range .Values.networkPolicy.kubernetesPorts }}
    - {port: {{ . }}, protocol: TCP}
    {{- end }}
{{- end -}}
