// Neutral substitutes for panels without published Grafana components: the same data, units, mappings and colours, in
// plain SVG.
import { FieldType, formattedValueToString, getFieldDisplayName, getFieldDisplayValues } from '@grafana/data';

const AXIS = 24;
const LEGEND = 26;
const FONT = 12;

const dataFields = (frames) =>
  frames.flatMap((frame) =>
    frame.fields.filter(({ type }) => type === FieldType.number).map((field) => ({ frame, field })),
  );

/** Returns ticks at whole minutes or hours, about one per 90 pixels. */
function timeTicks(from, to, width) {
  const wanted = (to - from) / Math.max(1, width / 90);
  const step = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].find((m) => m * 60000 >= wanted) ?? 1440;
  const ticks = [];
  for (let at = Math.ceil(from / (step * 60000)) * step * 60000; at <= to; at += step * 60000) ticks.push(at);
  return ticks;
}

function TimeAxis({ from, to, left, width, top, theme }) {
  return timeTicks(from, to, width).map((at) => (
    <text
      key={at}
      x={left + ((at - from) / (to - from)) * width}
      y={top + 16}
      textAnchor="middle"
      fontSize={FONT}
      fill={theme.colors.text.primary}
    >
      {new Date(at).toISOString().slice(11, 16)}
    </text>
  ));
}

const textWidth = (text) => text.length * 6.6;

/** Returns the periods in which a field keeps one value; a gap of more than 1.5 steps ends a period. */
function stretches({ frame, field }) {
  const time = frame.fields.find(({ type }) => type === FieldType.time);
  const step = time.config.interval ?? 0;
  const found = [];
  field.values.forEach((value, index) => {
    const at = time.values[index];
    const last = found.at(-1);
    if (last !== undefined && last.value === value && at - last.to <= 1.5 * step) {
      last.to = at + step;
    } else {
      found.push({ value, from: at, to: at + step });
    }
  });
  return found;
}

export function StateTimeline({ frames, width, height, theme, timeRange, panel }) {
  const rows = dataFields(frames).map((row) => ({
    name: getFieldDisplayName(row.field, row.frame, frames),
    parts: stretches(row).map((part) => ({ ...part, shown: row.field.display(part.value) })),
  }));
  const perPage = panel.options.perPage ?? rows.length;
  const shown = rows.slice(0, perPage);
  const left = Math.min(width / 3, Math.max(...shown.map(({ name }) => textWidth(name))) + 12);
  const [from, to] = [timeRange.from.valueOf(), timeRange.to.valueOf()];
  const inner = { width: width - left - 8, height: height - AXIS - LEGEND };
  const row = Math.min(inner.height / shown.length, 48);
  const x = (at) => left + (Math.min(to, Math.max(from, at)) - from) * (inner.width / (to - from));
  const legend = new Map(shown.flatMap(({ parts }) => parts.map((part) => [part.shown.text, part.shown.color])));
  return (
    <svg width={width} height={height} data-substitute="state-timeline">
      {shown.map(({ name, parts }, index) => (
        <g key={name}>
          <text
            x={left - 8}
            y={(index + 0.5) * row}
            textAnchor="end"
            dominantBaseline="central"
            fontSize={Math.min(FONT, row)}
            fill={theme.colors.text.primary}
          >
            {name}
          </text>
          {parts.map((part) => (
            <rect
              key={part.from}
              x={x(part.from)}
              y={index * row + row * 0.05}
              width={Math.max(1, x(part.to) - x(part.from))}
              height={row * 0.9}
              fill={part.shown.color}
              fillOpacity={0.85}
            />
          ))}
        </g>
      ))}
      <TimeAxis {...{ from, to, left, theme }} width={inner.width} top={row * shown.length} />
      <Legend items={[...legend]} y={row * shown.length + AXIS + LEGEND / 2} width={width} theme={theme} />
    </svg>
  );
}

function Legend({ items, y, theme }) {
  let x = 8;
  return items.map(([text, color]) => {
    const at = x;
    x += textWidth(text) + 36;
    return (
      <g key={text}>
        <rect x={at} y={y - 2} width={14} height={4} rx={2} fill={color} />
        <text x={at + 20} y={y} dominantBaseline="central" fontSize={FONT} fill={theme.colors.text.primary}>
          {text}
        </text>
      </g>
    );
  });
}

const VIRIDIS = ['#440154', '#46327e', '#365c8d', '#277f8e', '#1fa187', '#4ac16d', '#a0da39', '#fde725'];

function viridis(part) {
  const at = part * (VIRIDIS.length - 1);
  const [low, high] = [Math.floor(at), Math.ceil(at)];
  const mixed = [1, 3, 5].map((i) => {
    const of = (index) => parseInt(VIRIDIS[index].slice(i, i + 2), 16);
    return Math.round(of(low) + (of(high) - of(low)) * (at - low));
  });
  return `rgb(${mixed})`;
}

/** Returns the buckets from the lowest to the highest non-empty one, plus one neighbour on each side. */
function bucketsInUse(buckets) {
  const used = buckets.map(({ field }) => field.values.some((value) => value > 0.001));
  return used.includes(true) ? buckets.slice(Math.max(0, used.indexOf(true) - 1), used.lastIndexOf(true) + 2) : [];
}

export function Heatmap({ frames, width, height, theme, timeRange, panel }) {
  const buckets = bucketsInUse(dataFields(frames));
  if (buckets.length === 0) {
    return (
      <svg width={width} height={height} data-substitute="heatmap">
        <text x={width / 2} y={height / 2} textAnchor="middle" fill={theme.colors.text.secondary}>
          {panel.fieldConfig.defaults.noValue}
        </text>
      </svg>
    );
  }
  const name = ({ field }) =>
    field.labels.le === '+Inf' ? 'more' : formattedValueToString(field.display(Number(field.labels.le)));
  const most = Math.max(...buckets.flatMap(({ field }) => field.values));
  const left = Math.max(...buckets.map((bucket) => textWidth(name(bucket)))) + 14;
  const [from, to] = [timeRange.from.valueOf(), timeRange.to.valueOf()];
  const inner = { width: width - left - 8, height: height - AXIS - LEGEND };
  const row = inner.height / buckets.length;
  const x = (at) => left + (Math.min(to, Math.max(from, at)) - from) * (inner.width / (to - from));
  const shade = (value) => viridis((value / most) ** (panel.options.color.exponent ?? 1));
  return (
    <svg width={width} height={height} data-substitute="heatmap">
      {buckets.map((bucket, index) => {
        const top = inner.height - (index + 1) * row;
        const time = bucket.frame.fields.find(({ type }) => type === FieldType.time);
        return (
          <g key={bucket.field.labels.le}>
            <text
              x={left - 8}
              y={top}
              textAnchor="end"
              dominantBaseline="central"
              fontSize={Math.min(FONT, row)}
              fill={theme.colors.text.primary}
            >
              {top > 4 ? name(bucket) : ''}
            </text>
            {bucket.field.values.map((value, at) =>
              value > 0.001 ? (
                <rect
                  key={time.values[at]}
                  x={x(time.values[at] - time.config.interval)}
                  y={top}
                  width={Math.max(1, x(time.values[at]) - x(time.values[at] - time.config.interval) - 1)}
                  height={row - 1}
                  fill={shade(value)}
                />
              ) : null,
            )}
          </g>
        );
      })}
      <TimeAxis {...{ from, to, left, theme }} width={inner.width} top={inner.height} />
      <Scale most={most} left={left} y={inner.height + AXIS + LEGEND / 2} shade={shade} theme={theme} />
    </svg>
  );
}

function Scale({ most, left, y, shade, theme }) {
  const steps = 40;
  const label = { dominantBaseline: 'central', fontSize: FONT, fill: theme.colors.text.primary };
  return (
    <g>
      <text x={left - 8} y={y} textAnchor="end" {...label}>
        0
      </text>
      {Array.from({ length: steps }, (_, i) => (
        <rect key={i} x={left + i * 4} y={y - 5} width={4} height={10} fill={shade((i / (steps - 1)) * most)} />
      ))}
      <text x={left + steps * 4 + 8} y={y} {...label}>
        {`${Math.round(most * 10) / 10} at a time`}
      </text>
    </g>
  );
}

export function Gauge({ panel, frames, width, height, theme, replaceVariables }) {
  const values = getFieldDisplayValues({
    fieldConfig: panel.fieldConfig,
    reduceOptions: panel.options.reduceOptions,
    replaceVariables,
    theme,
    data: frames,
    timeZone: 'utc',
  });
  const each = width / values.length;
  const radius = Math.min(each / 2, height * 0.62) - 14;
  const middle = height * 0.72;
  const arc = (from, to, r, stroke, color, key) => {
    const point = (part) => [
      -r * Math.cos(Math.PI * (1.3 * part - 0.15)),
      -r * Math.sin(Math.PI * (1.3 * part - 0.15)),
    ];
    const [[x1, y1], [x2, y2]] = [point(from), point(to)];
    const large = (to - from) * 1.3 > 1 ? 1 : 0;
    const path = `M ${x1} ${y1} A ${r} ${r} 0 ${large} 1 ${x2} ${y2}`;
    return <path key={key} d={path} stroke={color} strokeWidth={stroke} fill="none" />;
  };
  return (
    <svg width={width} height={height} data-substitute="gauge">
      {values.map(({ display, field }, index) => {
        const { min = 0, max = 1, thresholds } = field;
        const part = (value) => Math.min(1, Math.max(0, (value - min) / (max - min)));
        const steps = thresholds?.steps ?? [];
        return (
          <g key={display.title ?? index} transform={`translate(${each * (index + 0.5)}, ${middle})`}>
            {arc(0, 1, radius, 12, theme.colors.background.secondary, 'back')}
            {Number.isFinite(display.numeric) && arc(0, Math.max(0.004, part(display.numeric)), radius, 12, display.color, 'value')}
            {steps.map((step, i) =>
              arc(part(step.value), part(steps[i + 1]?.value ?? max), radius + 9, 3, step.color, `step ${i}`),
            )}
            <text textAnchor="middle" dominantBaseline="central" y={-4} fontSize={radius * 0.34} fontWeight={500} fill={display.color}>
              {formattedValueToString(display)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
