// Draws one dashboard: "window.draw" takes its JSON and the settings, and returns a report on each panel.
import { createTheme, dateTime, EventBusSrv, ThemeContext } from '@grafana/data';
import { GlobalStyles, PanelChrome, PanelContextProvider } from '@grafana/ui';
import { Component } from 'react';
import { createRoot } from 'react-dom/client';
import 'uplot/dist/uPlot.min.css';
import { framesOf, isEmpty, prepared } from './frames.js';
import { heightOf, place, repeated } from './grid.js';
import { Head, Row } from './head.jsx';
import { PANELS, SHOW_NO_VALUE, SUBSTITUTES } from './panels.jsx';
import { annotations, chooseVariables, interpolate, query, valuesOf } from './prometheus.js';

/** Panels without padding. */
const WITHOUT_PADDING = ['stat', 'table'];

/** Isolates and records an error of one panel, so that the others are still drawn. */
class Boundary extends Component {
  state = {};

  static getDerivedStateFromError(error) {
    return { error };
  }

  componentDidCatch(error) {
    this.props.report.error = String(error.stack ?? error);
  }

  render() {
    return this.state.error === undefined ? this.props.children : <div>{String(this.state.error)}</div>;
  }
}

function Empty({ panel, width, height, theme }) {
  return (
    <div style={{ width, height, display: 'grid', placeItems: 'center', textAlign: 'center', ...theme.typography.h5 }}>
      <span style={{ color: theme.colors.text.secondary }}>{panel.fieldConfig.defaults.noValue ?? 'No data'}</span>
    </div>
  );
}

function Panel({ panel, data, report, theme, shared }) {
  const { left, top, width, height } = place(panel.gridPos, shared.settings.width);
  const Drawn = PANELS[panel.type];
  const none = data.frames !== undefined && isEmpty(data.frames);
  report.empty = none;
  return (
    <div style={{ position: 'absolute', left, top }} data-panel={panel.key}>
      <PanelChrome
        title={shared.replaceVariables(panel.title, panel.scoped)}
        description={panel.description}
        width={width}
        height={height}
        padding={WITHOUT_PADDING.includes(panel.type) ? 'none' : 'md'}
        hoverHeader={false}
      >
        {(innerWidth, innerHeight) => (
          <Boundary report={report}>
            {data.error !== undefined ? (
              <div style={{ color: theme.colors.error.text }}>{data.error}</div>
            ) : none && !SHOW_NO_VALUE.includes(panel.type) ? (
              <Empty panel={panel} width={innerWidth} height={innerHeight} theme={theme} />
            ) : (
              <Drawn {...shared} panel={panel} theme={theme} frames={data.frames} width={innerWidth} height={innerHeight} />
            )}
          </Boundary>
        )}
      </PanelChrome>
    </div>
  );
}

async function dataOf(panel, chosen, settings, theme, replaceVariables, report) {
  if (panel.targets === undefined) return { frames: undefined };
  try {
    if (PANELS[panel.type] === undefined) throw new Error(`no panel is drawn for the type ${panel.type}`);
    const { width } = place(panel.gridPos, settings.width);
    const answers = await Promise.all(panel.targets.map((target) => query(target, panel, { ...chosen, ...panel.scoped }, settings, width)));
    return { frames: await prepared(panel, framesOf(answers), theme, replaceVariables) };
  } catch (error) {
    report.error = String(error.stack ?? error);
    return { error: String(error) };
  }
}

/**
 * Draws a dashboard. Settings: from, to (seconds), scrapeInterval, speed, variables, width, theme.
 * Returns the key, title, type and error of each panel, and whether it is empty.
 */
window.draw = async (dashboard, settings) => {
  const theme = createTheme({ colors: { mode: settings.theme } });
  // Texts are measured before they are drawn, so the fonts must be loaded.
  await Promise.all([...document.fonts].map((font) => font.load()));
  const chosen = await chooseVariables(dashboard, settings);
  const replaceVariables = (text, scoped) => interpolate(text ?? '', { ...chosen, ...scoped });
  const [from, to] = [dateTime(settings.from * 1000), dateTime(settings.to * 1000)];
  const shared = {
    settings,
    replaceVariables,
    timeRange: { from, to, raw: { from, to } },
    events: await annotations(dashboard, chosen, settings),
  };
  const all = await repeated(dashboard.panels, async (name) => {
    const variable = dashboard.templating.list.find((one) => one.name === name);
    return chosen[name].text === 'All' ? valuesOf(variable, chosen, settings) : [chosen[name].value];
  });
  const panels = all.filter(({ type }) => type !== 'row');
  const reports = panels.map(({ key, title, type, fieldConfig }) => ({
    key,
    title,
    type,
    substitute: SUBSTITUTES.includes(type),
    noValue: fieldConfig?.defaults.noValue,
  }));
  const data = await Promise.all(
    panels.map((panel, i) => dataOf(panel, chosen, settings, theme, replaceVariables, reports[i])),
  );
  const eventBus = new EventBusSrv();
  createRoot(document.getElementById('root')).render(
    <ThemeContext.Provider value={theme}>
      <GlobalStyles />
      <PanelContextProvider value={{ eventsScope: 'dashboard', eventBus }}>
        <div id="dashboard" style={{ background: theme.colors.background.canvas, width: settings.width + 32, padding: 16 }}>
          <Head {...{ dashboard, chosen, settings, theme }} />
          <div style={{ position: 'relative', height: heightOf(all) }}>
            {all
              .filter(({ type }) => type === 'row')
              .map((row) => (
                <Row key={row.id} row={row} theme={theme} {...place(row.gridPos, settings.width)} />
              ))}
            {panels.map((panel, i) => (
              <Panel key={panel.key} {...{ panel, theme, shared }} data={data[i]} report={reports[i]} />
            ))}
          </div>
        </div>
      </PanelContextProvider>
    </ThemeContext.Provider>,
  );
  return reports;
};
