// Queries Prometheus like Grafana's data source: variables, steps, intervals. The page's server forwards the requests
// to Prometheus.
import { rangeUtil } from '@grafana/data';

async function ask(path, parameters) {
  const answer = await fetch(`api/v1/${path}?${new URLSearchParams(parameters)}`);
  const body = await answer.json();
  if (body.status !== 'success') throw new Error(`${body.errorType}: ${body.error}`);
  return body.data;
}

/** Returns the possible values of a query variable. */
export function valuesOf(variable, chosen, settings) {
  const [, series, label] = /^label_values\((.*), (\w+)\)$/s.exec(variable.query.query);
  const { from, to } = settings;
  return ask(`label/${label}/values`, { 'match[]': interpolate(series, chosen), start: from, end: to });
}

/**
 * Returns the selection for each variable of a dashboard: "value" is used in queries, "text" is shown. The settings can
 * set a value; the default is all, or else the first value.
 */
export async function chooseVariables(dashboard, settings) {
  const chosen = {};
  for (const variable of dashboard.templating.list) {
    const { name } = variable;
    const given = settings.variables[name] ?? (variable.type === 'textbox' ? variable.query : undefined);
    if (variable.type === 'datasource') {
      chosen[name] = { text: 'Prometheus', value: 'prometheus' };
    } else if (given !== undefined) {
      chosen[name] = { text: given, value: given };
    } else if (variable.includeAll) {
      chosen[name] = { text: 'All', value: variable.allValue };
    } else {
      const [first = ''] = await valuesOf(variable, chosen, settings);
      chosen[name] = { text: first, value: first };
    }
  }
  return chosen;
}

/** Substitutes variables in a text: $name, ${name} and ${name:format}. */
export function interpolate(text, chosen) {
  return text.replace(/\$(?:(\w+)|\{(\w+)(?::\w+)?\})/g, (all, plain, braced) => {
    const variable = chosen[plain ?? braced];
    return variable === undefined ? all : String(variable.value);
  });
}

/** Returns Grafana's built-in variables for a panel of the given width in pixels, which determines the step. */
export function timeVariables(settings, width, leastSeconds = 0) {
  const range = rangeUtil.convertRawToRange({
    from: new Date(settings.from * 1000).toISOString(),
    to: new Date(settings.to * 1000).toISOString(),
  });
  const scrape = Math.max(settings.scrapeInterval, leastSeconds);
  const { intervalMs } = rangeUtil.calculateInterval(range, width, `${scrape}s`);
  const step = Math.round(intervalMs / 1000);
  const seconds = settings.to - settings.from;
  return {
    step,
    variables: {
      __interval: { value: `${step}s` },
      __interval_ms: { value: intervalMs },
      __rate_interval: { value: `${Math.max(step + settings.scrapeInterval, 4 * settings.scrapeInterval)}s` },
      __range: { value: `${seconds}s` },
      __range_s: { value: seconds },
      __range_ms: { value: seconds * 1000 },
    },
  };
}

/** Runs the query of one target of a panel; returns the series with their labels and points. */
export async function query(target, panel, chosen, settings, width) {
  const leastSeconds = panel.interval === undefined ? 0 : rangeUtil.intervalToSeconds(panel.interval) / settings.speed;
  const { step, variables } = timeVariables(settings, width, leastSeconds);
  const expr = interpolate(target.expr, { ...chosen, ...variables });
  if (target.instant) {
    const { result } = await ask('query', { query: expr, time: settings.to });
    return { target, expr, step, series: result.map(({ metric, value }) => ({ labels: metric, points: [value] })) };
  }
  // Grafana aligns both ends to the step.
  const start = Math.floor(settings.from / step) * step;
  const end = Math.floor(settings.to / step) * step;
  const { result } = await ask('query_range', { query: expr, start, end, step });
  return { target, expr, step, series: result.map(({ metric, values }) => ({ labels: metric, points: values })) };
}

/** Returns the events of a dashboard's annotations: periods in which a query has a value above 0. */
export async function annotations(dashboard, chosen, settings) {
  const events = [];
  for (const annotation of dashboard.annotations.list) {
    if (!annotation.expr || !annotation.enable) continue;
    const { variables } = timeVariables(settings, 1000, parseInt(annotation.step, 10));
    const step = Math.max(parseInt(annotation.step, 10), settings.scrapeInterval);
    const { result } = await ask('query_range', {
      query: interpolate(annotation.expr, { ...chosen, ...variables }),
      start: Math.floor(settings.from / step) * step,
      end: Math.floor(settings.to / step) * step,
      step,
    });
    for (const { values } of result) {
      let event;
      for (const [time, value] of values) {
        if (!(Number(value) > 0)) continue;
        if (event !== undefined && time - event.to <= step) {
          event.to = time;
        } else {
          event = { name: annotation.name, color: annotation.iconColor, from: time, to: time };
          events.push(event);
        }
      }
    }
  }
  return events;
}
