import assert from 'node:assert/strict';
import { test } from 'node:test';
import { place, repeated } from '../page/grid.js';

const panel = (id, x, y, w, h, more) => ({ id, gridPos: { x, y, w, h }, ...more });
const spots = (panels) => panels.map(({ key, gridPos: { x, y, w, h } }) => [key, x, y, w, h]);

test('panels that are not repeated stay where they are', async () => {
  const panels = await repeated([panel(1, 0, 0, 12, 4), panel(2, 12, 0, 12, 4)], () => assert.fail());

  assert.deepEqual(spots(panels), [
    ['1', 0, 0, 12, 4],
    ['2', 12, 0, 12, 4],
  ]);
});

test('a panel is repeated side by side, and what is below moves down by the rows that are more', async () => {
  const panels = await repeated(
    [panel(1, 0, 0, 24, 9, { repeat: 'nodeset', maxPerRow: 2 }), panel(2, 0, 9, 24, 5)],
    async () => ['a', 'b', 'c'],
  );

  assert.deepEqual(spots(panels), [
    ['1 a', 0, 0, 12, 9],
    ['1 b', 12, 0, 12, 9],
    ['1 c', 0, 9, 12, 9],
    ['2', 0, 18, 24, 5],
  ]);
  assert.deepEqual(panels[1].scoped, { nodeset: { text: 'b', value: 'b' } });
});

test('where a variable has no value the panel is there once', async () => {
  const panels = await repeated([panel(1, 0, 0, 24, 9, { repeat: 'nodeset' })], async () => []);

  assert.deepEqual(spots(panels), [['1', 0, 0, 24, 9]]);
});

test('24 columns with gaps of 8 pixels fill the width', () => {
  const right = place({ x: 12, y: 1, w: 12, h: 2 }, 1000);

  assert.equal(right.left + right.width, 1000);
  assert.deepEqual([right.top, right.height], [38, 68]);
});
