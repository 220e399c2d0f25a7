// Tests that "render --check" finds the problems of dashboards that are generated here, with a fake Prometheus.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const RENDER = join(dirname(fileURLToPath(import.meta.url)), '..', 'render');
const ANSWERS = {
  good: [{ metric: { cluster: 'a' }, value: [1000, '7'], values: [[940, '5'], [1000, '7']] }],
  named: [{ metric: { __name__: 'named', cluster: 'a' }, value: [1000, '7'] }],
  nothing: [],
};

const stat = (expr, more) => ({
  id: 1,
  type: 'stat',
  title: 'Jobs',
  gridPos: { x: 0, y: 0, w: 6, h: 4 },
  options: { reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false }, graphMode: 'none', textMode: 'auto' },
  fieldConfig: { defaults: { unit: 'short' }, overrides: [] },
  targets: [{ refId: 'A', expr }],
  ...more,
});
const override = { matcher: { id: 'byName', options: 'a' }, properties: [{ id: 'colour', value: 'red' }] };
const named = ['A', 'B'].map((refId) => ({ refId, expr: 'named', format: 'table', instant: true }));

/** Dashboards with one panel each. */
const PANELS = {
  fine: stat('good'),
  failing: stat('sum('),
  silent: stat('nothing'),
  telling: stat('nothing', { fieldConfig: { defaults: { noValue: 'no job waits' }, overrides: [] } }),
  'long-title': stat('good', { title: 'Jobs that have waited for long', gridPos: { x: 0, y: 0, w: 3, h: 4 } }),
  'strange-type': stat('good', { type: 'clock' }),
  'strange-override': stat('good', { fieldConfig: { defaults: {}, overrides: [override] } }),
  'strange-step': stat('good', { transformations: [{ id: 'shuffle', options: {} }] }),
  apart: stat('', { type: 'table', targets: named, options: {}, transformations: [{ id: 'merge', options: {} }] }),
};

/** The output of the command, split by dashboard; one call draws all. */
let said;
let exitCode;

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'render-'));
  const server = createServer((request, response) => {
    const result = ANSWERS[new URL(request.url, 'http://prometheus').searchParams.get('query')];
    const body =
      result === undefined
        ? { status: 'error', errorType: 'bad_data', error: 'parse error' }
        : { status: 'success', data: { result } };
    response.writeHead(result === undefined ? 400 : 200).end(JSON.stringify(body));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  for (const [name, panel] of Object.entries(PANELS)) {
    const dashboard = { title: name, panels: [panel], templating: { list: [] }, annotations: { list: [] } };
    await writeFile(join(folder, `${name}.json`), JSON.stringify(dashboard));
  }
  const prometheus = `http://127.0.0.1:${server.address().port}`;
  const args = ['--prometheus', prometheus, '--from', '900', '--to', '1000', '--dashboards', folder, '--check'];
  await new Promise((done) =>
    execFile(RENDER, args, (error, stdout, stderr) => {
      exitCode = error?.code ?? 0;
      said = new Map((stdout + stderr).split(/^(?=\S)/m).map((piece) => [piece.split(':')[0], piece]));
      done();
    }),
  );
  server.close();
  await rm(folder, { recursive: true });
});

test('what is wrong anywhere fails the whole', () => {
  assert.equal(exitCode, 1);
});

test('a panel with data is fine', () => {
  assert.match(said.get('fine'), /^fine: 1 panels, 0 of them empty, 0 problems\n$/);
});

test('an error of Prometheus is a problem', () => {
  assert.match(said.get('failing'), /PROBLEM 1 Jobs: .*bad_data: parse error/);
});

test('a panel may be empty only if it says why', () => {
  assert.match(said.get('silent'), /PROBLEM 1 Jobs: it is empty and does not say why/);
  assert.match(said.get('telling'), /1 of them empty, 0 problems\n +empty: 1 Jobs: no job waits/);
});

test('a title that does not fit is a problem', () => {
  assert.match(said.get('long-title'), /PROBLEM 1 .*: its title is cut off/);
});

test('a type, an override and a transformation that nobody knows are problems', () => {
  assert.match(said.get('strange-type'), /PROBLEM .*no panel is drawn for the type clock/);
  assert.match(said.get('strange-override'), /PROBLEM .*the override sets colour, which no field has/);
  assert.match(said.get('strange-step'), /PROBLEM .*no transformation is called shuffle/);
});

test('rows that the names of series keep apart are a problem', () => {
  assert.match(said.get('apart'), /PROBLEM .*rows of several queries cannot merge: they have __name__/);
});
