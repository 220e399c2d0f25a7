// The parts above and between the panels: the name of the dashboard, its variables, the time, the rows.
import { Icon } from '@grafana/ui';

const clock = (seconds) => new Date(seconds * 1000).toISOString().slice(11, 16);

function hours(seconds) {
  return seconds < 7200 ? `Last ${Math.round(seconds / 60)} minutes` : `Last ${Math.round(seconds / 360) / 10} hours`;
}

function Chip({ label, text, theme }) {
  const box = { border: `1px solid ${theme.colors.border.medium}`, borderRadius: 6, display: 'inline-flex', height: 32 };
  const cell = { padding: '0 10px', lineHeight: '30px' };
  return (
    <span style={box}>
      {label && <span style={{ ...cell, color: theme.colors.text.secondary, borderRight: box.border }}>{label}</span>}
      <span style={{ ...cell, background: theme.colors.background.primary, borderRadius: 6 }}>{text}</span>
    </span>
  );
}

export function Head({ dashboard, chosen, settings, theme }) {
  return (
    <div style={{ display: 'flex', gap: 8, alignItems: 'center', marginBottom: 12, ...theme.typography.body }}>
      <span style={{ ...theme.typography.h4, marginBottom: 0, marginRight: 12, color: theme.colors.text.primary }}>
        {dashboard.title}
      </span>
      {dashboard.templating.list
        .filter(({ type }) => type !== 'datasource')
        .map(({ name, label }) => (
          <Chip key={name} label={label} text={chosen[name].text} theme={theme} />
        ))}
      <span style={{ flex: 1 }} />
      <Chip text={`${hours(settings.to - settings.from)}, to ${clock(settings.to)} UTC`} theme={theme} />
    </div>
  );
}

export function Row({ row, theme, left, top, width }) {
  const style = { position: 'absolute', left, top, width, display: 'flex', gap: 6, alignItems: 'center', height: 30 };
  return (
    <div style={{ ...style, color: theme.colors.text.primary }}>
      <Icon name="angle-down" />
      <span style={{ ...theme.typography.h6, margin: 0 }}>{row.title}</span>
    </div>
  );
}
