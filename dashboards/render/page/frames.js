// Converts Prometheus' responses into Grafana's data frames, like its data source; then applies the panel's
// transformations and field configuration with Grafana's own functions.
import {
  applyFieldOverrides,
  booleanOverrideProcessor,
  cacheFieldDisplayNames,
  createDataFrame,
  dataLinksOverrideProcessor,
  displayNameOverrideProcessor,
  FieldConfigOptionsRegistry,
  FieldType,
  identityOverrideProcessor,
  numberOverrideProcessor,
  standardTransformers,
  standardTransformersRegistry,
  thresholdsOverrideProcessor,
  transformDataFrame,
  unitOverrideProcessor,
  valueMappingsOverrideProcessor,
} from '@grafana/data';
import { lastValueFrom } from 'rxjs';

// Grafana fills these registries from modules that are not published; the processors are.
const STANDARD = {
  displayName: displayNameOverrideProcessor,
  description: displayNameOverrideProcessor,
  unit: unitOverrideProcessor,
  min: numberOverrideProcessor,
  max: numberOverrideProcessor,
  fieldMinMax: booleanOverrideProcessor,
  decimals: numberOverrideProcessor,
  noValue: displayNameOverrideProcessor,
  color: identityOverrideProcessor,
  thresholds: thresholdsOverrideProcessor,
  mappings: valueMappingsOverrideProcessor,
  links: dataLinksOverrideProcessor,
};

standardTransformersRegistry.setInit(() =>
  // One of them is registered under two names.
  [...new Set(Object.values(standardTransformers))].map((transformer) => ({
    id: transformer.id,
    name: transformer.name,
    transformation: () => Promise.resolve(transformer),
    editor: () => null,
  })),
);

/** Returns a registry of every field option that the panel sets, including its custom ones. */
function registryFor(fieldConfig) {
  const item = (id, path, process, isCustom) => ({
    id,
    path,
    name: id,
    isCustom,
    process,
    shouldApply: () => true,
    settings: {},
  });
  const own = new Set(Object.keys(fieldConfig.defaults.custom ?? {}));
  for (const { properties } of fieldConfig.overrides) {
    for (const { id } of properties) {
      if (id.startsWith('custom.')) own.add(id.slice('custom.'.length));
      else if (!(id in STANDARD)) throw new Error(`the override sets ${id}, which no field has`);
    }
  }
  return new FieldConfigOptionsRegistry(() => [
    ...Object.entries(STANDARD).map(([id, process]) => item(id, id, process, false)),
    ...[...own].map((name) => item(`custom.${name}`, name, identityOverrideProcessor, true)),
  ]);
}

const numberOf = (text) => Number(text.replace('Inf', 'Infinity'));

function legendOf(target, labels) {
  const { legendFormat } = target;
  if (legendFormat && legendFormat !== '__auto') {
    return legendFormat.replace(/\{\{\s*(\w+)\s*\}\}/g, (_all, label) => labels[label] ?? label);
  }
  return undefined;
}

/** Returns one frame per series. */
function seriesFrames({ target, step, series }) {
  return series.map(({ labels, points }) =>
    createDataFrame({
      refId: target.refId,
      meta: { type: target.instant ? 'numeric-multi' : 'timeseries-multi' },
      fields: [
        {
          name: 'Time',
          type: FieldType.time,
          config: { interval: step * 1000 },
          values: points.map(([time]) => time * 1000),
        },
        {
          name: 'Value',
          type: FieldType.number,
          labels,
          config: { displayNameFromDS: legendOf(target, labels) },
          values: points.map(([, value]) => numberOf(value)),
        },
      ],
    }),
  );
}

/** Returns one frame for the whole target: a row for each series, a column for each label. */
function tableFrame({ target, series }, alone) {
  const name = alone ? 'Value' : `Value #${target.refId}`;
  const labels = [...new Set(series.flatMap((one) => Object.keys(one.labels)))].sort();
  const rows = series.flatMap((one) => one.points.map(([time, value]) => ({ time, value, labels: one.labels })));
  if (rows.length === 0) return createDataFrame({ refId: target.refId, fields: [] });
  return createDataFrame({
    refId: target.refId,
    fields: [
      { name: 'Time', type: FieldType.time, values: rows.map(({ time }) => time * 1000) },
      ...labels.map((label) => ({
        name: label,
        type: FieldType.string,
        values: rows.map((row) => row.labels[label] ?? ''),
      })),
      { name, type: FieldType.number, values: rows.map(({ value }) => numberOf(value)) },
    ],
  });
}

/** Buckets are cumulative; a heatmap shows each one separately, the lowest first. */
function heatmapFrames(answer) {
  const upper = ({ labels }) => (labels.le === '+Inf' ? Infinity : Number(labels.le));
  const sorted = [...answer.series].sort((a, b) => upper(a) - upper(b));
  const alone = sorted.map((one, index) => {
    const below = new Map(index === 0 ? [] : sorted[index - 1].points);
    return {
      labels: one.labels,
      points: one.points.map(([time, value]) => [
        time,
        String(Math.max(0, Number(value) - Number(below.get(time) ?? 0))),
      ]),
    };
  });
  return seriesFrames({ ...answer, series: alone });
}

/** Returns the data frames of a panel for the responses to its targets. */
export function framesOf(answers) {
  const tables = answers.filter(({ target }) => target.format === 'table').length;
  return answers.flatMap((answer) => {
    switch (answer.target.format) {
      case 'table':
        return [tableFrame(answer, tables === 1)];
      case 'heatmap':
        return heatmapFrames(answer);
      default:
        return seriesFrames(answer);
    }
  });
}

/**
 * A table that merges several queries has a row for each set of labels. Grafana treats the name of a series as a column
 * too and does not merge rows with different names: at most one query may keep its name.
 */
function mustMerge(panel, frames) {
  if (!panel.transformations?.some(({ id }) => id === 'merge')) return;
  const named = frames.filter((frame) => frame.fields.some(({ name }) => name === '__name__'));
  if (named.length > 1) throw new Error('rows of several queries cannot merge: they have __name__');
}

/** Applies the panel's transformations to the frames, and sets the units, colours, names and texts of the fields. */
export async function prepared(panel, frames, theme, replaceVariables) {
  for (const { id } of panel.transformations ?? []) {
    if (!standardTransformersRegistry.getIfExists(id)) throw new Error(`no transformation is called ${id}`);
  }
  mustMerge(panel, frames);
  const transformed = await lastValueFrom(
    transformDataFrame(panel.transformations ?? [], frames, { interpolate: replaceVariables }),
  );
  const fieldConfig = withFiniteThresholds(panel.fieldConfig);
  const fields = applyFieldOverrides({
    data: transformed,
    fieldConfig,
    fieldConfigRegistry: registryFor(fieldConfig),
    replaceVariables,
    theme,
    timeZone: 'utc',
  });
  cacheFieldDisplayNames(fields);
  return fields;
}

/** JSON has no -Infinity, the value of the lowest threshold. */
function withFiniteThresholds(fieldConfig) {
  const revive = (_key, value) =>
    Array.isArray(value?.steps)
      ? { ...value, steps: value.steps.map((step) => ({ ...step, value: step.value ?? -Infinity })) }
      : value;
  return JSON.parse(JSON.stringify(fieldConfig), revive);
}

/** Returns whether the frames contain no data to draw. */
export function isEmpty(frames) {
  return !frames.some((frame) => frame.fields.some((field) => field.type !== FieldType.time && field.values.length > 0));
}
