{{/* Scaling behavior of an HPA. Takes "root" and "nodeSet". */}}
{{- define "sluice.behavior" -}}
{{- $fromTheTop := or (eq (default "NodeSet" .nodeSet.kind) "StatefulSet") (hasPrefix "slurm.nebius.ai/" (default "" .nodeSet.apiVersion)) -}}
scaleUp:
  {{- if include "sluice.tolerance" .root }}
  tolerance: "0"
  {{- end }}
  stabilizationWindowSeconds: 0
  policies:
    # One step, so that all nodes of a job start together.
    - {type: Pods, value: 1000, periodSeconds: 15}
scaleDown:
  {{- if include "sluice.tolerance" .root }}
  tolerance: "0"
  {{- end }}
  stabilizationWindowSeconds: {{ ternary .nodeSet.scaleDownSeconds 600 (hasKey .nodeSet "scaleDownSeconds") }}
  policies:
    {{- if $fromTheTop }}
    - {type: Pods, value: 1, periodSeconds: 60}
    {{- else }}
    - {type: Percent, value: 100, periodSeconds: 60}
    {{- end }}
{{- end -}}
