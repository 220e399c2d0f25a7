import { clock, day, element, span, zone } from './dom.js';
import { overview } from './now.js';
import * as lists from './lists.js';
import { waste } from './waste.js';
import * as answers from './why.js';

const PATIENCE = 10000;
const MIN_INTERVAL = 2;
const MAX_INTERVAL = 30;

const byId = id => document.getElementById(id);
let last = null;
let drawn = '';
let shown = '';
let timer = 0;
let turn = 0;

/** The view that the address names: the overview, a list, a job, a node or a NodeSet. */
function route() {
  const [way, query] = location.hash.replace(/^#\/?/, '').split('?');
  const [kind, ...names] = way.split('/').map(part => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  const path = names.map(encodeURIComponent).join('/');
  if (kind === 'job' && names.length === 1) return { title: 'Job ' + names[0], url: 'api/v1/why/job/' + path, draw: answers.jobs };
  if (kind === 'user' && names.length === 1) return { title: 'Jobs of ' + names[0], url: 'api/v1/why/user/' + path, draw: answers.jobs };
  if (kind === 'nodeset' && names.length === 2) return { title: 'NodeSet ' + names.join('/'), url: 'api/v1/why/nodeset/' + path, draw: answers.nodeSet };
  if (kind === 'jobs' && !names.length) return { title: 'Jobs', url: 'api/v1/jobs?' + (query || ''), draw: lists.jobs };
  if (kind === 'waste' && !names.length) return { title: 'GPU waste', url: 'api/v1/waste?' + (query || ''), draw: waste };
  if (kind === 'node' && names.length === 1) return { title: 'Node ' + names[0], url: 'api/v1/nodes/' + path, draw: lists.node };
  return null;
}

async function get(url) {
  const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
  const body = await response.json();
  return { ok: response.ok, body };
}

/** Draws anew only what has changed, and gives back what somebody has opened, scrolled or focused. */
function draw(nodes, content) {
  if (content === drawn) return;
  drawn = content;
  const sameView = shown === location.hash;
  shown = location.hash;
  const view = byId('view');
  const keyOf = found => found && found.dataset ? found.dataset.key : undefined;
  const focused = keyOf(document.activeElement);
  const folds = new Map([...view.querySelectorAll('details[data-key]')].map(one => [one.dataset.key, one.open]));
  const typed = new Map([...view.querySelectorAll('input[data-key]')].map(one => [one.dataset.key, one.value]));
  const scrolled = [...view.querySelectorAll('.scroll')].map(one => one.scrollLeft);
  view.replaceChildren(...nodes.flat(Infinity).filter(node => node));
  view.querySelectorAll('details[data-key]').forEach(one => { one.open = folds.get(one.dataset.key) ?? one.open; });
  if (sameView) view.querySelectorAll('input[data-key]').forEach(one => { one.value = typed.get(one.dataset.key) ?? one.value; });
  view.querySelectorAll('.scroll').forEach((one, at) => { one.scrollLeft = scrolled[at] || 0; });
  if (focused) [...view.querySelectorAll('[data-key]')].find(one => one.dataset.key === focused)?.focus();
}

/** Ages change with every poll; what is shown of them is not worth drawing all anew. */
function lasting(now, key, value) {
  return ['now', 'ageSeconds', 'oldestSeconds', 'lastDurationSeconds', 'lastBytes', 'observedAt'].includes(key) ? undefined : value;
}

function say(text, className) {
  const summary = byId('summary');
  // Written only when it changes: a screen reader reads each change aloud.
  if (summary.textContent !== text) summary.textContent = text;
  summary.className = className;
}

/** An answer that does not come shows by its age, long before its deadline has passed. Watches have a rhythm of their own. */
function late(source) {
  return source.state === 'ok' && !source.name.startsWith('kube-')
    && source.ageSeconds > 2 * source.intervalSeconds + source.lastDurationSeconds;
}

function trouble(cluster) {
  const bad = cluster.sources.filter(one => one.state === 'failing' || one.state === 'stale');
  const behind = cluster.sources.filter(late);
  const said = [];
  if (bad.length) said.push('cannot read ' + bad.map(one => one.name).join(', ') + why(bad) + '.');
  if (behind.length) said.push('no new answer on ' + behind.map(one => one.name).join(', ') + ' for ' + span(Math.max(...behind.map(one => one.ageSeconds))) + '.');
  const old = [...bad, ...behind].filter(one => one.observedAt && one.state !== 'stale').map(one => Date.parse(one.observedAt));
  if (old.length) said.push('These numbers are old: from ' + clock(Math.min(...old)) + '.');
  if (bad.some(one => one.state === 'stale')) said.push('Numbers that are too old are no longer shown.');
  return said.length ? cluster.name + ': ' + said.join(' ') : '';
}

function why(bad) {
  const known = bad.find(one => one.failure);
  return known ? ' (' + known.failure.message + ')' : '';
}

function summarise(now) {
  const found = now.clusters.map(trouble).filter(one => one);
  const sources = now.clusters.flatMap(cluster => cluster.sources);
  const waiting = sources.filter(one => one.state === 'waiting');
  const stale = sources.some(one => one.state === 'stale');
  if (found.length) say(found.join(' '), stale ? 'bad' : 'warn');
  else if (waiting.length) say('Waiting for a first answer: ' + waiting.map(one => one.name).join(', ') + '.', 'waiting');
  else say('Live: every source is up to date.', 'ok');
}

function linkMetrics(address) {
  const url = new URL(address, location.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return;
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = location.hostname;
  byId('metrics').href = url.href;
  byId('metrics').hidden = false;
}

function every(now) {
  const intervals = now.clusters.flatMap(cluster => cluster.sources).filter(one => one.name === 'jobs').map(one => one.intervalSeconds);
  return Math.max(MIN_INTERVAL, Math.min(MAX_INTERVAL, ...intervals));
}

function showAbout(now) {
  const users = now.exporter.showsUsers;
  byId('question').placeholder = users ? 'job id or user' : 'job id';
  byId('about').textContent = 'Sluice ' + now.exporter.version + ', started ' + day(now.exporter.startedAt)
    + '. Updated ' + clock(now.now) + ', every ' + span(every(now)) + '. Time zone: ' + zone() + '.';
  document.title = now.clusters.map(cluster => cluster.name).join(', ') + ' \u2013 Sluice';
  linkMetrics(now.exporter.metricsAddress);
}

async function refresh() {
  const mine = ++turn;
  clearTimeout(timer);
  const to = route();
  try {
    const [now, answer] = await Promise.all([get('api/v1/now'), to && get(to.url)]);
    if (mine !== turn) return;
    if (!now.ok) throw new Error(now.body.error);
    last = now.body;
    document.body.classList.remove('offline');
    byId('view').classList.remove('old');
    const content = JSON.stringify([location.hash, last, answer && answer.body], (key, value) => lasting(last, key, value));
    if (!to) draw(overview(last), content + Math.floor(Date.now() / 30000));
    else draw(answer.ok ? to.draw(to.title, answer.body, last) : answers.missing(to.title, answer.body.error), content);
    summarise(last);
    showAbout(last);
  } catch (problem) {
    if (mine !== turn) return;
    document.body.classList.add('offline');
    byId('view').classList.add('old');
    say('The exporter does not answer (' + problem.message + ').' + (last ? ' These numbers are old: from ' + clock(last.now) + '.' : ''), 'bad');
  }
  timer = setTimeout(refresh, (last ? every(last) : MIN_INTERVAL) * 1000);
}

async function go() {
  await refresh();
  const heading = byId('answer');
  if (heading) heading.focus();
  else if (document.activeElement === document.body) scrollTo(0, 0);
}

byId('ask').addEventListener('submit', event => {
  event.preventDefault();
  const asked = byId('question').value.trim();
  if (asked) location.hash = (/^\d/.test(asked) ? '#/job/' : '#/user/') + encodeURIComponent(asked);
});
document.querySelector('.skip').addEventListener('click', event => {
  event.preventDefault();
  byId('main').focus();
});
addEventListener('hashchange', go);
go();
