import { bar, count, element, facts, foldable, link, number, span, sum, table, words, clock, day } from './dom.js';
import { decisions } from './chart.js';
import { address, hasKubernetes, nodeSetAt, nodesAt, within } from './links.js';
import { UNAVAILABLE, nodeTable } from './nodes.js';

/** Letter and style of each node state; the letter identifies the state without colour. */
const STATES = {
  allocated: ['A', 'work'], mixed: ['M', 'part'], idle: ['I', 'free'], planned: ['P', 'soon'], reserved: ['R', 'soon'],
  powering_up: ['U', 'soon'], draining: ['N', 'leave'], drained: ['D', 'out'], down: ['X', 'out'],
  maintenance: ['T', 'leave'], powered_down: ['Z', 'off'], powering_down: ['V', 'off'], future: ['F', 'off'],
  unknown: ['?', 'out']
};
export const IN_USE = ['allocated', 'mixed'];
const PLANNED = ['planned', 'reserved'];

/** A number that links to its list. */
function linked(to, name, value) {
  const shown = number(name, value);
  return value === undefined ? shown : link(to, shown, name);
}

export const add = (states, names) => names.reduce((total, name) => total + (states[name] || 0), 0);

/** A section of one cluster, marked as old while its source fails. */
function card(title, cluster, source, ...content) {
  const state = cluster.sources.find(one => one.name === source);
  const old = state && state.state === 'failing' && state.observedAt;
  return element('section', { class: 'card' },
    element('h3', {}, title, old && element('span', { class: 'badge warn' }, 'old: as of ' + clock(state.observedAt))),
    ...content);
}

function withheld(what) {
  return element('p', { class: 'bad' }, 'Not shown: ' + what + '.');
}

function tile(title, value, ...more) {
  return element('li', { class: 'card' }, element('span', { class: 'quiet' }, title),
    element('span', { class: 'big' }, value), ...more);
}

/** Returns the jobs by state from slurmctld if they are newer than the list of jobs. */
export function counted(cluster) {
  const counts = cluster.jobCounts;
  return counts && counts.source === 'counts' ? counts : undefined;
}

export function pendingJobs(cluster) {
  return (counted(cluster) || cluster.jobs).byState.pending || 0;
}

function tiles(cluster) {
  const counts = counted(cluster);
  const jobs = counts ? counts.byState : cluster.jobs.byState;
  const nodes = cluster.nodes.byState;
  const all = [];
  if (jobs) {
    const pending = cluster.jobs.pending || [];
    const of = within(cluster.name);
    const main = [...pending].sort((one, other) => other.jobs - one.jobs)[0];
    all.push(tile('Running jobs', linked(address({ ...of, state: 'running' }), 'jobs.running', jobs.running || 0),
      counts && element('span', { class: 'quiet' }, 'counted by slurmctld ' + span(counts.ageSeconds) + ' ago')));
    all.push(tile('Pending jobs', linked(address({ ...of, state: 'pending' }), 'jobs.waiting', pendingJobs(cluster)),
      main && element('span', { class: 'quiet' }, 'mostly: ' + title(main.class).toLowerCase())));
  }
  const gpus = cluster.gpus.filter(one => one.allocated !== undefined);
  if (nodes && gpus.length) {
    const total = of => gpus.reduce((known, one) => known + one[of], 0);
    const there = total('allocated') + total('idle') + total('unavailable');
    const at = part => nodesAt({ ...within(cluster.name), gpus: part });
    all.push(tile('Allocated GPUs', [linked(at('allocated'), 'gpus.allocated', total('allocated')), ' of ', linked(at('any'), 'gpus.all', there)],
      element('span', { class: 'quiet' }, link(at('idle'), total('idle') + ' idle'), ', ', link(at('unavailable'), total('unavailable') + ' unavailable'))));
  }
  if (nodes) {
    const at = (...states) => nodesAt({ ...within(cluster.name), state: states.join(',') });
    all.push(tile('Nodes in use', [linked(at(...IN_USE), 'nodes.working', add(nodes, IN_USE)), ' of ', linked(at(), 'nodes.all', sum(nodes))],
      element('span', { class: 'quiet' }, link(at('idle'), (nodes.idle || 0) + ' idle'), ', ', add(nodes, PLANNED) > 0 && [link(at(...PLANNED), add(nodes, PLANNED) + ' planned'), ', '],
        link(at(...UNAVAILABLE), add(nodes, UNAVAILABLE) + ' unavailable'))));
  }
  return element('ul', { class: 'tiles' }, all);
}

let classes = {};

function title(name) {
  return classes[name] ? classes[name].title : words(name);
}

function reasons(cluster) {
  if (cluster.jobs.withheld) return card('Why jobs are pending', cluster, 'jobs', withheld(cluster.jobs.withheld));
  const pending = [...cluster.jobs.pending].sort((one, other) => other.jobs - one.jobs);
  if (!pending.length) return card('Why jobs are pending', cluster, 'jobs', element('p', {}, 'No job is pending.'));
  const most = pending[0].jobs;
  const of = within(cluster.name);
  return card('Why jobs are pending', cluster, 'jobs', table(
    'Each array task counts as one job', [['Reason'], ['Jobs', 'number'], ['Share', 'bars'], ['Meaning, and what to do', 'wide'], ['Requested GPUs', 'number'], ['Longest wait', 'number']],
    pending.map(one => [
      [link(address({ ...of, reason_class: one.class }), title(one.class)), element('div', { class: 'quiet' }, Object.entries(one.reasons).map(([name, jobs], at) =>
        [at ? ', ' : '', link(address({ ...of, reason: name }), name + '\u00a0' + jobs)]))],
      linked(address({ ...of, reason_class: one.class }), 'pending.' + one.class, one.jobs), bar(['d', one.jobs / most]),
      [element('div', {}, classes[one.class].meaning), element('div', { class: 'quiet' }, classes[one.class].todo),
        one.userReleases !== undefined && element('div', { class: 'quiet' }, 'The user can release ' + one.userReleases + ' of ' + count(one.jobs, 'job') + '; the others, only an administrator.')],
      String(one.gpus), span(one.oldestSeconds)]), { class: 'stack' }));
}

function gpus(cluster) {
  if (!cluster.gpus.length) return undefined;
  return card('GPUs', cluster, 'nodes', table('By type', [['Type'], ['Allocated', 'number'], ['Idle', 'number'], ['Unavailable', 'number'], ['Requested', 'number'], ['Share', 'bars']],
    cluster.gpus.map(one => {
      const there = (one.allocated + one.idle + one.unavailable) || 1;
      const of = { ...within(cluster.name), gpu_type: one.type };
      const named = name => linked(nodesAt({ ...of, gpus: name }), 'gpus.' + one.type + '.' + name, one[name]);
      return [one.type, named('allocated'), named('idle'), named('unavailable'), linked(address({ ...of, state: 'pending' }), 'gpus.' + one.type + '.asked', one.asked), one.allocated === undefined
        ? '' : bar(['a', one.allocated / there], ['b', one.idle / there], ['c', one.unavailable / there])];
    })), element('p', { class: 'quiet' }, 'Bars: allocated, idle, unavailable. "Requested" sums all pending jobs, also jobs that more GPUs do not help.'));
}

function nodeSet(cluster, one, now) {
  const key = one.namespace + '/' + one.name;
  const to = nodeSetAt(key, cluster.name);
  const list = nodesAt({ ...within(cluster.name), nodeset: key });
  const named = (name, at = list) => linked(at, 'nodeset.' + key + '.' + name, one[name]);
  return card(one.kind + ' ' + key, cluster, 'jobs',
    one.notScalable
      ? element('p', { class: 'should' }, 'Current ', element('b', {}, named('replicas', to)), '. ' + one.notScalable + '.')
      : element('p', { class: 'should' }, 'Desired ', element('b', {}, named('desired', to)), ', current ', element('b', {}, named('replicas', to)),
        element('span', { class: 'quiet' }, ' (min ' + one.min + ', max ' + one.max + ')')),
    element('ul', { class: 'plain' }, one.reasons.map(reason => element('li', {}, reason))),
    facts(['busy', named('busy')], ['idle', named('idle')], ['starting', named('starting', to)], ['draining', named('draining')],
      ['unusable', named('unusable')], ['ghost nodes', named('ghosts', to)]),
    ...one.decisions.length ? [decisions(one, now),
      element('p', { class: 'quiet' }, 'Line: desired. Dashes: current.')] : [],
    element('p', {}, element('a', { href: to, 'data-key': 'why:' + key }, 'Why ' + (one.desired ?? one.replicas) + '?'), ' ', link(address({ ...within(cluster.name), nodeset: key }), 'Jobs of this NodeSet'), ' ', link(list, 'Nodes of this NodeSet')));
}

function nodeSets(cluster, now) {
  const scaling = cluster.scaling;
  if (!hasKubernetes(cluster)) return undefined;
  if (!scaling.nodeSets) {
    return card('NodeSets', cluster, 'jobs', element('p', { class: scaling.observedAt ? 'bad' : 'quiet' }, 'Signal withheld: ' + scaling.withheld + '.'));
  }
  if (!scaling.nodeSets.length) return undefined;
  return element('div', { class: 'two' }, scaling.nodeSets.map(one => nodeSet(cluster, one, now)));
}

function square(node) {
  const [letter, look] = STATES[node.state] || ['?', 'out'];
  const said = node.name + ': ' + words(node.state) + (node.pod ? ', pod ' + node.pod : '') + (node.reason ? ', ' + node.reason : '');
  return element('li', { class: 'n-' + look, title: said }, element('span', { 'aria-hidden': 'true' }, letter), element('span', { class: 'hidden' }, said));
}

function nodes(cluster) {
  if (cluster.nodes.withheld) return card('Nodes', cluster, 'nodes', withheld(cluster.nodes.withheld));
  const groups = new Map();
  for (const node of cluster.nodes.list) {
    const name = node.nodeSet ? 'NodeSet ' + node.nodeSet : hasKubernetes(cluster) ? 'Nodes without a NodeSet' : 'All nodes';
    groups.set(name, [...(groups.get(name) || []), node]);
  }
  const legend = Object.entries(cluster.nodes.byState).map(([state, nodes]) => element('li', {},
    element('i', { class: 'n-' + STATES[state][1], 'aria-hidden': 'true' }, STATES[state][0]),
    element('span', {}, words(state) + ' ', linked(nodesAt({ ...within(cluster.name), state }), 'nodes.' + state, nodes))));
  return card('Nodes', cluster, 'nodes', element('ul', { class: 'legend' }, legend),
    [...groups].map(([name, list]) => [element('h4', {}, name + ' ', element('span', { class: 'quiet' }, count(list.length, 'node'))), element('ul', { class: 'map' }, list.map(square))]),
    cluster.nodes.leftOut > 0 && element('p', { class: 'quiet' }, count(cluster.nodes.leftOut, 'more node') + ' not drawn; the sums include them. ', link(nodesAt(within(cluster.name)), 'List all nodes')),
    foldable('nodes:' + cluster.name, 'Table of nodes', false, nodeTable('Nodes', cluster.name, cluster.nodes.list, hasKubernetes(cluster))));
}

function partitions(cluster) {
  const counts = counted(cluster);
  if (cluster.jobs.withheld && !counts) return undefined;
  const listed = new Map((cluster.jobs.partitions || []).map(one => [one.name, one]));
  return card('Partitions', cluster, counts ? 'counts' : 'jobs', table('A job in several partitions counts in each', [['Partition'], ['Running', 'number'], ['Pending', 'number'], ['Main reason']],
    (counts ? counts.partitions : cluster.jobs.partitions).map(one => {
      const pending = listed.has(one.name) ? listed.get(one.name).pending : [];
      const main = [...pending].sort((left, right) => right.jobs - left.jobs)[0];
      const of = { ...within(cluster.name), partition: one.name };
      return [link(address(of), one.name),
        linked(address({ ...of, state: 'running' }), 'partition.' + one.name + '.running', one.byState.running || 0),
        linked(address({ ...of, state: 'pending' }), 'partition.' + one.name + '.waiting', one.byState.pending || 0), main ? title(main.class) : ''];
    })));
}

const STATE_TEXTS = { ok: 'up to date', failing: 'failing', waiting: 'waiting', stale: 'stale', absent: 'not available' };

function trouble(source) {
  const parts = [];
  if (source.state === 'stale') parts.push('Withdrawn: older than ' + span(source.maxAgeSeconds) + '.');
  if (source.state === 'failing' && source.observedAt) parts.push('The last good data is still shown.');
  if (source.state === 'waiting') parts.push('The first poll has not ended.');
  if (!source.failure && !source.absent && source.intervalSeconds > source.configuredIntervalSeconds) {
    parts.push('Polled every ' + span(source.intervalSeconds) + ' instead of ' + span(source.configuredIntervalSeconds) + ' because its answers are slow.');
  }
  if (source.failure) parts.push(words(source.failure.kind) + ' since ' + day(source.failure.since) + ': ' + source.failure.message);
  if (source.absent) parts.push(source.absent);
  if (source.problem) parts.push(source.problem);
  return parts.join(' ');
}

function token(cluster) {
  if (!cluster.tokenExpiresAt) return undefined;
  const left = (Date.parse(cluster.tokenExpiresAt) - Date.now()) / 1000;
  return element('p', { class: left <= 0 ? 'bad' : left < 3600 ? 'warn' : 'quiet' },
    (left <= 0 ? 'The token has expired at ' : 'The token expires at ') + day(cluster.tokenExpiresAt) + '.');
}

function sources(cluster) {
  const rows = cluster.sources.map(one => [one.name, element('span', { class: 'badge ' + one.state, 'data-n': 'source.' + one.name }, STATE_TEXTS[one.state] || one.state),
    span(one.ageSeconds), span(one.intervalSeconds), one.apiVersion || '', trouble(one)]);
  const bad = cluster.sources.some(one => one.state === 'failing' || one.state === 'stale');
  return element('section', { class: 'card' }, element('h3', {}, 'Source status'), token(cluster),
    foldable('sources:' + cluster.name, 'Age and failures of each source', bad, table('Sources of cluster ' + cluster.name,
      [['Source'], ['State'], ['Age', 'number'], ['Interval', 'number'], ['API'], ['Trouble', 'wide']], rows)));
}

/** The overview of each cluster of a response. */
export function overview(now) {
  classes = Object.fromEntries(now.reasonClasses.map(one => [one.name, one]));
  return now.clusters.map(cluster => element('section', { 'data-cluster': cluster.name, 'aria-label': 'Cluster ' + cluster.name },
    element('h2', {}, 'Slurm cluster ' + cluster.name, ' ', !cluster.ready && element('span', { class: 'badge bad' }, 'waiting for the first complete poll')),
    tiles(cluster), reasons(cluster), nodeSets(cluster, now.now),
    element('div', { class: 'two' }, gpus(cluster), partitions(cluster)), nodes(cluster), sources(cluster)));
}
