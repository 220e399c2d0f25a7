import { clock, day, setPresent, span, zone } from './dom.js';
import { overview } from './now.js';
import * as clusters from './clusters.js';
import * as own from './mine.js';
import * as lists from './lists.js';
import { hasKubernetes, nameClusters } from './links.js';
import { node, nodes } from './nodes.js';
import { waste } from './waste.js';
import * as answers from './why.js';

const PATIENCE = 10000;
const MIN_INTERVAL = 2;
const MAX_INTERVAL = 30;
/** Times relative to now are drawn again after this time at the latest. */
const REDRAW = 15000;

const byId = id => document.getElementById(id);
let last = null;
let drawn = '';
let shown = '';
let timer = 0;
let turn = 0;

/** The part of a query that names a cluster. */
function ofCluster(query) {
  const cluster = new URLSearchParams(query).get('cluster');
  return cluster ? '?' + new URLSearchParams({ cluster }) : '';
}

/**
 * Returns the view of the address: a cluster, a list, a job, a user, an account, a node or a NodeSet; null for the
 * start.
 */
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
  if (kind === 'job' && names.length === 1) return { title: 'Job ' + names[0], urls: ['api/v1/why/job/' + path + ofCluster(query)], draw: answers.jobs };
  if ((kind === 'user' || kind === 'account') && names.length === 1) {
    return { title: `Jobs of ${kind} ${names[0]}`, urls: own.requests(kind, names[0], query), draw: own.draw(kind, names[0]) };
  }
  if (kind === 'cluster' && names.length === 1) return { title: 'Cluster ' + names[0], urls: ['api/v1/now?' + new URLSearchParams({ cluster: names[0] })], draw: clusters.one };
  if (kind === 'nodeset' && names.length === 2) return { title: 'NodeSet ' + names.join('/'), urls: ['api/v1/why/nodeset/' + path + ofCluster(query)], draw: answers.nodeSet };
  if (kind === 'jobs' && !names.length) return { title: 'Jobs', urls: [lists.request(query)], draw: lists.jobs };
  if (kind === 'nodes' && !names.length) return { title: 'Nodes', urls: ['api/v1/nodes?' + new URLSearchParams([['limit', '100'], ...new URLSearchParams(query)])], draw: nodes };
  if (kind === 'waste' && !names.length) return { title: 'GPU waste', urls: ['api/v1/waste?' + (query || '')], draw: waste };
  if (kind === 'node' && names.length === 1) return { title: 'Node ' + names[0], urls: ['api/v1/nodes/' + path + ofCluster(query)], draw: node };
  return kind ? { title: 'No such page', urls: [], draw: title => answers.missing(title, 'the address ' + location.hash + ' names no page') } : null;
}

async function get(url) {
  const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
  const body = await response.json();
  return { ok: response.ok, body };
}

/**
 * Sends the requests of a view one after the other, so that a reader causes only one search at a time in the exporter.
 */
async function getAll({ urls }) {
  const bodies = [];
  for (const url of urls) {
    const answer = await get(url);
    if (!answer.ok) return answer;
    bodies.push(answer.body);
  }
  return { ok: true, body: bodies.length > 1 ? bodies : bodies[0] };
}

/** Gets all numbers for a single cluster; otherwise only the totals, without individual nodes. */
async function getNow(to) {
  if (!to && last && last.clusters.length === 1) return get('api/v1/now');
  const answer = await get('api/v1/now?summary=true');
  return !to && answer.ok && answer.body.clusters.length === 1 ? get('api/v1/now') : answer;
}

/** Draws only if the content has changed, and restores expanded, scrolled and focused elements. */
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
  if (focused) [...view.querySelectorAll('[data-key]')].find(one => one.dataset.key === focused)?.focus({ preventScroll: true });
}

/** Leaves out ages, which change with every poll and are not worth a new drawing. */
function lasting(now, key, value) {
  return ['now', 'ageSeconds', 'oldestSeconds', 'lastDurationSeconds', 'lastBytes', 'observedAt'].includes(key) ? undefined : value;
}

function say(text, className) {
  const summary = byId('summary');
  // Written only if it changes: a screen reader reads each change aloud.
  if (summary.textContent !== text) summary.textContent = text;
  summary.className = className;
}

function summarise(now) {
  const found = now.clusters.map(cluster => [cluster.name, clusters.trouble(cluster)]).filter(([, said]) => said).map(parts => parts.join(': '));
  const sources = now.clusters.flatMap(cluster => cluster.sources);
  const waiting = sources.filter(one => one.state === 'waiting');
  const stale = sources.some(one => one.state === 'stale');
  if (found.length) say(found.join(' '), stale ? 'bad' : 'warn');
  else if (waiting.length) say('Waiting for a first answer: ' + waiting.map(one => one.name).join(', ') + '.', 'waiting');
  else say('Live', 'ok');
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

function showAbout(now, to) {
  const user = now.exporter.user;
  byId('question').placeholder = now.exporter.showsUsers || user ? 'Job, user, node' : 'Job or node';
  byId('mine').hidden = !user;
  byId('mine').href = '#/user/' + encodeURIComponent(user || '');
  byId('about').textContent = 'Sluice ' + now.exporter.version + ', started ' + day(now.exporter.startedAt)
    + '. Updated ' + clock(now.now) + ', every ' + span(every(now)) + '. Time zone: ' + zone() + '.'
    + (user ? ' Signed in as ' + user + '.' : '');
  document.title = (to ? to.title : now.clusters.map(cluster => cluster.name).join(', ')) + ' \u2013 Sluice';
  linkMetrics(now.exporter.metricsAddress);
  document.querySelectorAll('.demand').forEach(one => { one.hidden = !now.clusters.some(hasKubernetes); });
}

async function refresh() {
  const mine = ++turn;
  clearTimeout(timer);
  const to = route();
  try {
    const [now, answer] = await Promise.all([getNow(to), to && getAll(to)]);
    if (mine !== turn) return;
    if (!now.ok) throw new Error(now.body.error);
    last = now.body;
    nameClusters(last.clusters.length > 1);
    setPresent(last.now);
    lists.learn(last);
    document.body.classList.remove('offline');
    byId('view').classList.remove('old');
    const content = JSON.stringify([location.hash, last, answer && answer.body], (key, value) => lasting(last, key, value)) + Math.floor(Date.now() / REDRAW);
    document.querySelectorAll('header nav a').forEach(one => {
      if (one.hash === (location.hash || '#/')) one.setAttribute('aria-current', 'page');
      else one.removeAttribute('aria-current');
    });
    if (!to) draw(last.clusters.length === 1 ? overview(last) : [clusters.index(last)], content);
    else draw(answer.ok ? to.draw(to.title, answer.body, last) : answers.missing(to.title, answer.body.error), content);
    summarise(last);
    showAbout(last, to);
  } catch (problem) {
    if (mine !== turn) return;
    document.body.classList.add('offline');
    byId('view').classList.add('old');
    say('The exporter does not answer (' + problem.message + ').' + (last ? ' These numbers are old: from ' + clock(last.now) + '.' : ''), 'bad');
  }
  timer = setTimeout(refresh, (last ? every(last) : MIN_INTERVAL) * 1000);
}

/** Opens the page of a job, the list of a partition, or the page of a node or a user. */
async function find(asked, name) {
  if (/^\d/.test(asked)) location.hash = '#/job/' + name;
  else if (last && last.clusters.some(cluster => (cluster.jobs.partitions || []).some(one => one.name === asked))) location.hash = '#/jobs?partition=' + name;
  else location.hash = ((await get('api/v1/nodes/' + name)).ok ? '#/node/' : '#/user/') + name;
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
  if (asked) find(asked, encodeURIComponent(asked));
});
document.querySelector('.skip').addEventListener('click', event => {
  event.preventDefault();
  byId('main').focus();
});
addEventListener('hashchange', go);
go();
