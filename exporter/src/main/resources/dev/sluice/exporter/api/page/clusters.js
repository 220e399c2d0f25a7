import { clock, element, heading, link, number, span, sum, table } from './dom.js';
import { address, nodesAt, within } from './links.js';
import { IN_USE, UNAVAILABLE, add, counted, overview, pendingJobs } from './now.js';

/** A missing response shows by the age of the data, long before its timeout. Watches have their own intervals. */
function late(source) {
  return source.state === 'ok' && !source.name.startsWith('kube-')
    && source.ageSeconds > 2 * source.intervalSeconds + source.lastDurationSeconds;
}

/** Returns the problems with the data of a cluster as sentences; empty if there are none. */
export function trouble(cluster) {
  const bad = cluster.sources.filter(one => one.state === 'failing' || one.state === 'stale');
  const behind = cluster.sources.filter(late);
  const said = [];
  if (bad.length) said.push('cannot read ' + bad.map(one => one.name).join(', ') + why(bad) + '.');
  if (behind.length) said.push('no new answer on ' + behind.map(one => one.name).join(', ') + ' for ' + span(Math.max(...behind.map(one => one.ageSeconds))) + '.');
  const old = [...bad, ...behind].filter(one => one.observedAt && one.state !== 'stale').map(one => Date.parse(one.observedAt));
  if (old.length) said.push('These numbers are old: from ' + clock(Math.min(...old)) + '.');
  if (bad.some(one => one.state === 'stale')) said.push('Numbers that are too old are no longer shown.');
  return said.join(' ');
}

function why(bad) {
  const known = bad.find(one => one.failure);
  return known ? ' (' + known.failure.message + ')' : '';
}

function age(cluster) {
  const ages = cluster.sources.filter(one => (one.name === 'jobs' || one.name === 'nodes') && one.ageSeconds !== undefined).map(one => one.ageSeconds);
  return ages.length ? span(Math.max(...ages)) : '\u2013';
}

function row(cluster) {
  const nodes = cluster.nodes.byState;
  const counts = counted(cluster);
  const jobs = counts ? counts.byState : cluster.jobs.byState;
  const of = within(cluster.name);
  const named = (name, value, to) => {
    const shown = number('cluster.' + cluster.name + '.' + name, value);
    return value === undefined ? shown : link(to, shown);
  };
  return [link('#/cluster/' + encodeURIComponent(cluster.name), cluster.name),
    named('running', jobs && (jobs.running || 0), address({ ...of, state: 'running' })), named('pending', jobs && pendingJobs(cluster), address({ ...of, state: 'pending' })),
    nodes ? [named('working', add(nodes, IN_USE), nodesAt({ ...of, state: IN_USE.join(',') })), ' of ', named('nodes', sum(nodes), nodesAt(of))] : '\u2013',
    named('unavailable', nodes && add(nodes, UNAVAILABLE), nodesAt({ ...of, state: UNAVAILABLE.join(',') })),
    age(cluster), trouble(cluster) || (cluster.ready ? 'none' : 'waiting for the first complete poll')];
}

/** One row per cluster. */
export function index(now) {
  return element('section', { class: 'card' }, element('h2', {}, 'Clusters'), table('Clusters of this exporter', [['Cluster'], ['Running jobs', 'number'], ['Pending jobs', 'number'],
    ['Nodes in use', 'number'], ['Unavailable nodes', 'number'], ['Age of the data', 'number'], ['Problems', 'wide']], now.clusters.map(row), { class: 'stack', quietly: true }));
}

/** The overview of one of several clusters. */
export function one(title, found) {
  return [heading(title), found.clusters.length ? overview(found)
    : element('section', { class: 'card' }, element('p', { class: 'answer' }, 'The exporter has no cluster of this name.'))];
}
