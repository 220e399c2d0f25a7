// Tests the legend value of a time series that has ended, with Grafana's own functions in the order in which it calls
// them.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const { applyNullInsertThreshold, createDataFrame, FieldType, reduceField } = createRequire(import.meta.url)('@grafana/data');

const [FROM, STEP, TO] = [1_000_000, 15_000, 1_150_000];

/** Returns the legend value of a line that has a value at each step until the given time. */
function inLegend(calc, until) {
  const times = [];
  for (let time = FROM; time <= until; time += STEP) times.push(time);
  const frame = createDataFrame({
    fields: [
      { name: 'Time', type: FieldType.time, config: { interval: STEP }, values: times },
      { name: 'Value', type: FieldType.number, values: times.map(() => 5) },
    ],
  });
  const drawn = applyNullInsertThreshold({ frame, refFieldPseudoMin: FROM, refFieldPseudoMax: TO });
  return reduceField({ field: drawn.fields[1], reducers: [calc, 'max'] })[calc];
}

test('a line that has ended has no last value, and lastNotNull hides that', () => {
  assert.equal(inLegend('last', TO - 4 * STEP), null);
  assert.equal(inLegend('lastNotNull', TO - 4 * STEP), 5);
});

test('a line that goes on has its last value', () => {
  assert.equal(inLegend('last', TO), 5);
  assert.equal(inLegend('last', TO - STEP), 5);
});
