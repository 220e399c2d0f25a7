// The alerts, recording rules and dashboards as a monitoring mixin. For example:
//   (import 'sluice/alerts/mixin.libsonnet') {
//     _config+:: {
//       overrides+: { SlurmNodeDrainStuck: { 'for': '2h' }, SlurmScaleUpSlow: { labels+: { severity: 'info' } } },
//       disabled+: ['SlurmGpuUseNotCounted'],
//       grafanaUrl: 'https://grafana.mycompany.example',
//     },
//   }
// Makes each expression one line, because jsonnet 0.18 cannot read literal blocks of YAML.
local folded(text) = std.join('\n', [
  if std.length(std.findSubstr('expr: |\t', line)) > 0
  then std.strReplace(std.strReplace(line, 'expr: |\t', 'expr: '), '\t', ' ')
  else std.strReplace(line, '\t', '\n          ')
  for line in std.split(std.strReplace(text, '\n          ', '\t'), '\n')
]);
local groups = std.flattenArrays([
  std.parseYaml(folded(file)).groups
  for file in [
    importstr 'recording.yml',
    importstr 'autoscaling.yml',
    importstr 'control-plane.yml',
    importstr 'gpus-dcgm.yml',
    importstr 'gpus.yml',
    importstr 'jobs.yml',
    importstr 'nodes.yml',
    importstr 'queue.yml',
    importstr 'sluice.yml',
  ]
]);
local names = [rule.alert for group in groups for rule in group.rules if std.objectHas(rule, 'alert')];

// Returns the groups with the changed rules of one kind, without empty groups.
local rules(kind, change) = {
  groups: std.filter(function(group) group.rules != [], [
    group { rules: std.flatMap(change, [rule for rule in group.rules if std.objectHas(rule, kind)]) }
    for group in groups
  ]),
};

{
  _config:: {
    overrides: {},
    disabled: [],
    runbookUrl: 'https://github.com/sluice-project/sluice/blob/main/docs/runbooks',
    grafanaUrl: 'https://grafana.example.org',
  },

  local config = $._config,
  local unknown = std.setDiff(std.set(std.objectFields(config.overrides) + config.disabled), std.set(names)),
  local alert(rule) =
    local changed = if std.objectHas(config.overrides, rule.alert) then rule + config.overrides[rule.alert] else rule;
    if std.member(config.disabled, rule.alert) then [] else [changed {
      annotations+: {
        runbook_url: config.runbookUrl + '/' + rule.alert + '.md',
        [if std.objectHas(rule.annotations, 'dashboard_url') then 'dashboard_url']:
          std.strReplace(rule.annotations.dashboard_url, 'https://grafana.example.org', config.grafanaUrl),
      },
    }],

  assert unknown == [] : 'no alert is named ' + std.join(', ', unknown),

  prometheusRules+:: rules('record', function(rule) [rule]),
  prometheusAlerts+:: rules('alert', alert),
  grafanaDashboards+:: {
    'autoscaling.json': import '../dashboards/autoscaling.json',
    'control.json': import '../dashboards/control.json',
    'cost.json': import '../dashboards/cost.json',
    'exporter.json': import '../dashboards/exporter.json',
    'gpu.json': import '../dashboards/gpu.json',
    'job.json': import '../dashboards/job.json',
    'nodes.json': import '../dashboards/nodes.json',
    'overview.json': import '../dashboards/overview.json',
    'partitions.json': import '../dashboards/partitions.json',
    'queue.json': import '../dashboards/queue.json',
    'user.json': import '../dashboards/user.json',
  },
}
