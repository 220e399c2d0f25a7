import { between, clock, day, element, facts, now, span, svg, when } from './dom.js';

const MINUTE = 60_000;
const STEPS = [0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 360, 720, 1440, 2880, 10080, 43200].map(minutes => minutes * MINUTE);

/** The times below a chart, at round minutes, hours or days of the reader's time zone. */
function axis(from, to) {
  const step = STEPS.find(one => (to - from) / one <= 6) || to - from;
  const zone = new Date(from).getTimezoneOffset() * MINUTE;
  const share = at => (at - from) / (to - from);
  const last = share(now()) > 0.9;
  const ticks = [between(element('span', { class: last ? 'last' : '' }, 'now'), share(now()))];
  for (let at = Math.ceil((from - zone) / step) * step + zone; share(at) < 0.9; at += step) {
    const text = step < MINUTE ? clock(at) : step < 1440 * MINUTE ? clock(at).slice(0, 5) : day(at).slice(5, 10);
    if (Math.abs(share(at) - share(now())) > (last ? 0.24 : 0.14)) ticks.push(between(element('span', {}, text), share(at)));
  }
  return element('div', { class: 'axis', 'aria-hidden': 'true' }, ticks);
}

/**
 * Draws numbers that change in steps, from the first point until now.
 *
 * @param named [class, name of the number in each point, its text]
 * @param points each with its time and a text about the change
 */
export function steps(label, named, points) {
  const lines = named.filter(([, of]) => points.every(one => one[of] !== undefined));
  const start = Date.parse(points[0].at);
  const end = Math.max(now(), start + 1000);
  const most = Math.max(1, ...points.flatMap(one => lines.map(([, of]) => one[of])));
  const share = at => Math.min(1, (Date.parse(at) - start) / (end - start));
  const y = value => 2 + 96 * (1 - value / most);
  const path = of => points.map((one, at) => (at ? 'H' : 'M') + (share(one.at) * 1000).toFixed(1) + (at ? 'V' : ' ') + y(one[of]).toFixed(1)).join('') + 'H1000';
  const marks = points.map(one => between(element('i', { title: clock(one.at) + ': ' + lines.map(([, of, name]) => name + ' ' + one[of]).join(', ') + '. ' + one.why }), share(one.at)));
  return element('div', { class: 'figure steps', role: 'img', 'aria-label': label + ' since ' + clock(points[0].at) + '. ' + lines.map(([, of, name]) => name + ': ' + points.map(one => one[of]).slice(-8).join(', ')).join('; ') + ' (the newest last).' },
    element('p', { class: 'legend', 'aria-hidden': 'true' }, lines.map(([look, , name]) => element('span', {}, element('i', { class: look }), name))),
    element('div', { class: 'plot', 'aria-hidden': 'true' }, element('span', { class: 'top' }, most), element('span', { class: 'zero' }, '0'),
      svg('svg', { viewBox: '0 0 1000 100', preserveAspectRatio: 'none' }, lines.map(([look, of]) => svg('path', { class: look, d: path(of) }))), marks),
    axis(start, end));
}

/**
 * Draws spans of time in rows, with the present as a line.
 *
 * @param rows [name, spans of time [class, start, end, text]]
 */
export function timeline(label, rows) {
  const all = rows.flatMap(([, spans]) => spans);
  const [first, last] = [Math.min(now(), ...all.map(one => one[1])), Math.max(now(), ...all.map(one => one[2]))];
  const room = Math.max(MINUTE, last - first) * 0.03;
  const [from, to] = [first - room, last + room];
  const share = at => (at - from) / (to - from);
  return element('div', { class: 'figure timeline', role: 'img', 'aria-label': label + ': ' + rows.map(([name, spans]) => spans.map(one => (name ? name + ', ' : '') + one[3]).join('; ')).join('. ') + '.' },
    rows.map(([name, spans]) => element('div', { class: 'row', 'aria-hidden': 'true' }, name && element('span', {}, name),
      element('div', { class: 'track' }, spans.map(([look, start, end, text]) => between(element('i', { class: look, title: text }), share(start), share(end))),
        between(element('b', { title: 'now' }), share(now()))))),
    axis(from, to));
}

/** Draws the life of a job: pending, running, and the rest until its time limit. */
export function life(job) {
  const at = text => text && Date.parse(text);
  const [submitted, eligible, started, ended] = [job.submittedAt, job.eligibleAt, job.pending ? undefined : job.startedAt, job.pending ? undefined : job.endedAt].map(at);
  if (!submitted) return undefined;
  const latest = !ended && at(job.endsAtLatest);
  const late = eligible !== undefined && eligible < submitted + 5000 ? submitted : eligible;
  const wait = Math.max(submitted, Math.min(late || now(), started || now()));
  const rest = started ? ended || now() : undefined;
  const spans = [['grey', submitted, wait, 'not eligible for ' + span((wait - submitted) / 1000)],
    ['amber', wait, started || Math.max(wait, now()), 'pending for ' + span(Math.max(0, (started || now()) - wait) / 1000)],
    rest && ['blue', started, rest, (ended ? 'ran' : 'running') + ' for ' + span(Math.round((rest - started) / 1000))],
    latest && ['left', now(), latest, 'at most ' + span((latest - now()) / 1000) + ' left'],
    job.pending && job.expectedStartAt && ['left', now(), at(job.expectedStartAt), 'until the expected start']].filter(one => one && one[2] > one[1]);
  const events = [['Submitted', job.submittedAt], late > submitted && ['Eligible', job.eligibleAt], started && ['Started', job.startedAt],
    ended && ['Ended', job.endedAt], latest && ['Ends at the latest', job.endsAtLatest], job.pending && job.expectedStartAt && ['Expected start', job.expectedStartAt]].filter(one => one);
  return [timeline('Life of the job', [['', spans]]), element('p', { class: 'legend', 'aria-hidden': 'true' }, spans.map(([look, , , text]) => element('span', {}, element('i', { class: look }), text))), facts(...events.map(([name, time]) => [name, when(time)]))];
}
