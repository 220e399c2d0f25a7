{{/* Groups of a rule file with the values of this release, as {"groups": [...]}. Call with (dict "root" $ "file" "queue"). */}}
{{- define "sluice.rules.groups" -}}
{{- $values := .root.Values.rules -}}
{{- $groups := list -}}
{{- range (get $values.files .file | default (.root.Files.Get (printf "files/alerts/%s.yml" .file)) | fromYaml).groups -}}
{{- $rules := list -}}
{{- range $rule := .rules -}}
{{- if not $rule.alert -}}
{{- $rules = append $rules $rule -}}
{{- else if not (has $rule.alert $values.disabled) -}}
{{- $change := default dict (get $values.overrides $rule.alert) -}}
{{- with $change.for }}{{- $_ := set $rule "for" . }}{{- end -}}
{{- with $change.expr }}{{- $_ := set $rule "expr" . }}{{- end -}}
{{- $_ := set $rule "labels" (merge (dict) (ternary (dict "severity" $change.severity) dict (hasKey $change "severity")) $rule.labels $values.alertLabels) -}}
{{- if $values.runbookUrl -}}
{{- $_ := set $rule.annotations "runbook_url" (printf "%s/%s.md" (trimSuffix "/" $values.runbookUrl) $rule.alert) -}}
{{- end -}}
{{- if hasKey (default dict $rule.annotations) "dashboard_url" -}}
{{- if $values.grafanaUrl -}}
{{- $_ := set $rule.annotations "dashboard_url" (replace "https://grafana.example.org" (trimSuffix "/" $values.grafanaUrl) $rule.annotations.dashboard_url) -}}
{{- else -}}
{{- $_ := unset $rule.annotations "dashboard_url" -}}
{{- end -}}
{{- end -}}
{{- $rules = append $rules $rule -}}
{{- end -}}
{{- end -}}
{{- $_ := set . "rules" $rules -}}
{{- if $rules }}{{- $groups = append $groups . }}{{- end -}}
{{- end -}}
{{- dict "groups" $groups | toJson -}}
{{- end -}}

{{/* The same for Google Managed Prometheus, which has no keep_firing_for. */}}
{{- define "sluice.rules.google" -}}
{{- $groups := list -}}
{{- range .groups -}}
{{- $rules := list -}}
{{- range .rules }}{{- $rules = append $rules (omit . "keep_firing_for") }}{{- end -}}
{{- $groups = append $groups (set (pick . "name" "interval") "rules" $rules) -}}
{{- end -}}
{{- dict "groups" $groups | toYaml -}}
{{- end -}}

{{/* Rules of Azure Managed Prometheus, as {"rules": [...]}. keep_firing_for becomes the time to resolve. */}}
{{- define "sluice.rules.azure" -}}
{{- $severities := dict "critical" 1 "warning" 2 "info" 3 "none" 4 -}}
{{- $rules := list -}}
{{- range . -}}
{{- $rule := dict "enabled" true "expression" .expr -}}
{{- with .labels }}{{- $_ := set $rule "labels" . }}{{- end -}}
{{- if .record -}}
{{- $_ := set $rule "record" .record -}}
{{- else -}}
{{- $_ := set $rule "alert" .alert -}}
{{- with .annotations }}{{- $_ := set $rule "annotations" . }}{{- end -}}
{{- $_ := set $rule "severity" (get $severities (default "warning" .labels.severity) | default 2) -}}
{{- with .for }}{{- $_ := set $rule "for" (include "sluice.duration.iso" .) }}{{- end -}}
{{- with .keep_firing_for }}{{- $_ := set $rule "resolveConfiguration" (dict "autoResolved" true "timeToResolve" (include "sluice.duration.iso" .)) }}{{- end -}}
{{- end -}}
{{- $rules = append $rules $rule -}}
{{- end -}}
{{- dict "rules" $rules | toJson -}}
{{- end -}}

{{/* A duration of Prometheus as in ISO 8601: 1h30m is PT1H30M, 2d is P2D. */}}
{{- define "sluice.duration.iso" -}}
{{- $day := regexFind "^[0-9]+d" . -}}
{{- $rest := trimPrefix $day . -}}
P{{ upper $day }}{{ if $rest }}T{{ upper $rest }}{{ end }}
{{- end -}}

{{/* Fails for a name in rules.disabled or rules.overrides that no alert has, and names the alert that looks most like it. */}}
{{- define "sluice.rules.check" -}}
{{- $values := .Values.rules -}}
{{- $alerts := list -}}
{{- range $file, $_ := $values.groups -}}
{{- range (get $values.files $file | default ($.Files.Get (printf "files/alerts/%s.yml" $file)) | fromYaml).groups -}}
{{- range .rules }}{{- with .alert }}{{- $alerts = append $alerts . }}{{- end }}{{- end -}}
{{- end -}}
{{- end -}}
{{- range $key, $names := dict "disabled" $values.disabled "overrides" (keys $values.overrides) -}}
{{- range $name := $names -}}
{{- if not (has $name $alerts) -}}
{{- $best := "" -}}
{{- $most := 0 -}}
{{- range $alert := $alerts -}}
{{- /* Pairs of letters in common, less the difference in length. */ -}}
{{- $common := sub (min (len $name) (len $alert)) (max (len $name) (len $alert)) -}}
{{- range $i := until (max 0 (sub (len $name) 1) | int) -}}
{{- if contains (lower (substr $i (add $i 2 | int) $name)) (lower $alert) }}{{- $common = add $common 1 }}{{- end -}}
{{- end -}}
{{- if gt (int $common) (int $most) }}{{- $most = $common }}{{- $best = $alert }}{{- end -}}
{{- end -}}
{{- fail (printf "rules.%s: no alert is named %s%s" $key $name (ternary (printf "; did you mean %s?" $best) "" (gt (mul 2 $most | int) (len $name)))) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
