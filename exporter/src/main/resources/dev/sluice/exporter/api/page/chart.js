import { clock, svg } from './dom.js';

const WIDTH = 480;
const HEIGHT = 110;
const LEFT = 28;
const BOTTOM = 20;
const TOP = 8;

/** Draws the desired and current nodes of a NodeSet, as steps from the first recorded decision until now. */
export function decisions(nodeSet, now) {
  const all = nodeSet.decisions;
  const start = Date.parse(all[0].at);
  const end = Math.max(Date.parse(now), start + 1000);
  const most = Math.max(1, ...all.map(one => Math.max(one.desired, one.replicas)));
  const x = at => LEFT + (WIDTH - LEFT - 6) * (Math.min(Date.parse(at), end) - start) / (end - start);
  const y = value => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most);
  const line = of => all.map((one, at) => (at === 0 ? 'M' : 'H') + x(one.at).toFixed(1)
    + (at === 0 ? ' ' : 'V') + y(one[of]).toFixed(1)).join('') + 'H' + x(now).toFixed(1);
  const label = 'Since ' + clock(all[0].at) + ': desired ' + all.map(one => one.desired).slice(-8).join(', ')
    + '; current ' + all.map(one => one.replicas).slice(-8).join(', ') + ' (the newest last).';
  return svg('svg', { class: 'chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label },
    [0, most].map(value => [
      svg('line', { class: 'axis', x1: LEFT, x2: WIDTH - 6, y1: y(value), y2: y(value) }),
      svg('text', { x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, String(value))]).flat(),
    svg('path', { class: 'replicas', d: line('replicas') }),
    svg('path', { class: 'desired', d: line('desired') }),
    svg('text', { x: LEFT, y: HEIGHT - 4 }, clock(all[0].at)),
    svg('text', { x: WIDTH - 6, y: HEIGHT - 4, 'text-anchor': 'end' }, 'now'));
}
