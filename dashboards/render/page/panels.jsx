// Draws the panels for which Grafana publishes components, composed like its own panels.
import {
  applyNullInsertThreshold,
  getDisplayValueAlignmentFactors,
  getFieldDisplayValues,
  nullToValue,
  renderTextPanelMarkdown,
  VizOrientation,
} from '@grafana/data';
import { BarGauge, BigValue, TimeSeries, VizRepeater } from '@grafana/ui';
import { TableNG } from '@grafana/ui/unstable';
import { AnnotationLines } from './annotations.jsx';
import { Gauge, Heatmap, StateTimeline } from './substitutes.jsx';

const displayValues = ({ panel, frames, theme, replaceVariables }, sparkline) =>
  getFieldDisplayValues({
    fieldConfig: panel.fieldConfig,
    reduceOptions: panel.options.reduceOptions,
    replaceVariables,
    theme,
    data: frames,
    sparkline,
    timeZone: 'utc',
  });

function Stat(props) {
  const { panel, width, height, theme, timeRange } = props;
  const { options } = panel;
  return (
    <VizRepeater
      getValues={() => displayValues(props, options.graphMode !== 'none')}
      getAlignmentFactors={(values) => getDisplayValueAlignmentFactors(values)}
      renderValue={({ value, alignmentFactors, width: w, height: h, count }) => (
        <BigValue
          value={value.display}
          count={count}
          sparkline={value.sparkline && { ...value.sparkline, timeRange }}
          colorMode={options.colorMode}
          graphMode={options.graphMode}
          justifyMode={options.justifyMode}
          textMode={options.textMode}
          alignmentFactors={alignmentFactors}
          disableWideLayout={!options.wideLayout}
          width={w}
          height={h}
          theme={theme}
        />
      )}
      width={width}
      height={height}
      source={props.frames}
      itemSpacing={3}
      renderCounter={0}
      autoGrid={true}
      orientation={options.orientation}
    />
  );
}

function BarGauges(props) {
  const { panel, width, height, theme } = props;
  const { options } = panel;
  return (
    <VizRepeater
      getValues={() => displayValues(props, false)}
      getAlignmentFactors={(values) => getDisplayValueAlignmentFactors(values)}
      renderValue={({ value, alignmentFactors, orientation, width: w, height: h }) => (
        <BarGauge
          value={value.display}
          field={value.field}
          display={value.view?.getFieldDisplayProcessor(value.colIndex)}
          orientation={orientation}
          displayMode={options.displayMode}
          valueDisplayMode={options.valueMode}
          namePlacement={options.namePlacement}
          showUnfilled={options.showUnfilled}
          alignmentFactors={alignmentFactors}
          itemSpacing={8}
          lcdCellWidth={12}
          width={w}
          height={h}
          theme={theme}
        />
      )}
      width={width}
      height={height}
      source={props.frames}
      itemSpacing={10}
      minVizWidth={options.minVizWidth}
      minVizHeight={options.minVizHeight}
      maxVizHeight={options.maxVizHeight}
      renderCounter={0}
      orientation={options.orientation ?? VizOrientation.Auto}
    />
  );
}

function Lines({ panel, frames, width, height, timeRange, events }) {
  // If a series has no points for a while, its line has a gap.
  const limits = { refFieldPseudoMin: timeRange.from.valueOf(), refFieldPseudoMax: timeRange.to.valueOf() };
  const withGaps = frames.map((frame) => nullToValue(applyNullInsertThreshold({ frame, ...limits })));
  return (
    <TimeSeries
      frames={withGaps}
      structureRev={1}
      timeRange={timeRange}
      timeZone="utc"
      width={width}
      height={height}
      legend={panel.options.legend}
      options={panel.options}
    >
      {(config) => <AnnotationLines config={config} events={events} />}
    </TimeSeries>
  );
}

function Table({ panel, frames, width, height, timeRange }) {
  return (
    <TableNG
      data={frames[0]}
      width={width}
      height={height}
      timeRange={timeRange}
      noHeader={!panel.options.showHeader}
      sortBy={panel.options.sortBy}
      cellHeight={panel.options.cellHeight}
      fieldConfig={panel.fieldConfig}
      noValue={panel.fieldConfig.defaults.noValue}
      showTypeIcons={false}
      enableVirtualization={false}
      structureRev={1}
      getActions={() => []}
    />
  );
}

function Text({ panel, replaceVariables }) {
  return (
    <div className="markdown-html" dangerouslySetInnerHTML={{ __html: renderTextPanelMarkdown(replaceVariables(panel.options.content)) }} />
  );
}

/** Components by panel type. */
export const PANELS = {
  stat: Stat,
  bargauge: BarGauges,
  timeseries: Lines,
  table: Table,
  text: Text,
  gauge: Gauge,
  heatmap: Heatmap,
  'state-timeline': StateTimeline,
};

/** Grafana publishes no components for these types: the substitutes show the same data but look different. */
export const SUBSTITUTES = ['gauge', 'heatmap', 'state-timeline'];

/** These types show the "no value" text themselves. */
export const SHOW_NO_VALUE = ['stat', 'bargauge', 'gauge', 'text'];
