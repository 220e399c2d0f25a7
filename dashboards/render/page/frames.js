// From what Prometheus answers to what panels draw: Grafana's data frames, in the forms that its data source gives them,
// then the transformations and the field configuration of the panel, both with Grafana's own functions.
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

// The application fills these registries from modules that are not published; the processors are.
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
  // One of them has two names.
  [...new Set(Object.values(standardTransformers))].map((transformer) => ({
    id: transformer.id,
    name: transformer.name,
    transformation: () => Promise.resolve(transformer),
    editor: () => null,
  })),
);

/** Knows every option of fields that the panel sets, its own ones too. */
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

/** One frame for each series. */
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

/** One frame for the whole target: a row for each series, a column for each label. */
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

/** Buckets hold what is in all below them too; a heatmap shows each alone, the lowest first. */
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

/** What the data source gives to a panel for the answers to its targets. */
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
 * A table that merges several queries has a row for each set of labels. The name of a series is a column too, for Grafana,
 * and rows that differ in it stay apart: then every query but one must do without.
 */
function mustMerge(panel, frames) {
  if (!panel.transformations?.some(({ id }) => id === 'merge')) return;
  const named = frames.filter((frame) => frame.fields.some(({ name }) => name === '__name__'));
  if (named.length > 1) throw new Error('rows of several queries cannot merge: they have __name__');
}

/** Does what the panel says should be done to the frames, and gives their fields units, colours, names and texts. */
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

/** JSON has no -Infinity, where the lowest threshold begins. */
function withFiniteThresholds(fieldConfig) {
  const revive = (_key, value) =>
    Array.isArray(value?.steps)
      ? { ...value, steps: value.steps.map((step) => ({ ...step, value: step.value ?? -Infinity })) }
      : value;
  return JSON.parse(JSON.stringify(fieldConfig), revive);
}

/** Whether nothing is there that could be drawn. */
export function isEmpty(frames) {
  return !frames.some((frame) => frame.fields.some((field) => field.type !== FieldType.time && field.values.length > 0));
}
