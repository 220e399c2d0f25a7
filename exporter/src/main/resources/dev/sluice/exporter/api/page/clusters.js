import { bar, card, cell, clock, element, heading, link, linked, span, sum, table } from './dom.js';
import { address, nodesAt, within } from './links.js';
import { UNAVAILABLE } from './nodes.js';
import { IN_USE, add, counted, overview, pendingJobs } from './now.js';

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
  if (bad.length) said.push(...failures(bad));
  if (behind.length) said.push('no new answer on ' + behind.map(one => one.name).join(', ') + ' for ' + span(Math.max(...behind.map(one => one.ageSeconds))) + '.');
  const old = [...bad, ...behind].filter(one => one.observedAt && one.state !== 'stale').map(one => Date.parse(one.observedAt));
  if (old.length) said.push('These numbers are old: from ' + clock(Math.min(...old)) + '.');
  if (bad.some(one => one.state === 'stale')) said.push('Numbers that are too old are no longer shown.');
  return said.join(' ');
}

/** Returns each failure once, the failure of most sources first, and the sources if they are few. */
function failures(bad) {
  const messages = [...new Set(bad.map(one => one.failure ? one.failure.message : 'no answer'))];
  const failing = messages.map(message => [message, bad.filter(one => (one.failure ? one.failure.message : 'no answer') === message)]);
  return failing.sort(([, one], [, other]) => other.length - one.length).map(([message, of]) => {
    const since = of.filter(one => one.failure).map(one => Date.parse(one.failure.since));
    return message + (since.length ? ' since ' + clock(Math.min(...since)) : '') + (of.length < 3 ? ' (' + of.map(one => one.name).join(', ') + ')' : '') + '.'
      + (/^slurmctld on .* does not respond$/.test(message) ? ' Running jobs continue; no job starts.' : '');
  });
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
  const named = (name, value, to) => cell(value, linked(to, 'cluster.' + cluster.name + '.' + name, value));
  const used = nodes && add(nodes, IN_USE);
  return [link('#/cluster/' + encodeURIComponent(cluster.name), cluster.name),
    named('running', jobs && (jobs.running || 0), address({ ...of, state: 'running' })), named('pending', jobs && pendingJobs(cluster), address({ ...of, state: 'pending' })),
    nodes ? cell(used, linked(nodesAt({ ...of, state: IN_USE.join(',') }), 'cluster.' + cluster.name + '.working', used), ' of ', linked(nodesAt(of), 'cluster.' + cluster.name + '.nodes', sum(nodes)), bar(['blue', used / sum(nodes)])) : '\u2013',
    named('unavailable', nodes && add(nodes, UNAVAILABLE), nodesAt({ ...of, state: UNAVAILABLE.join(',') })),
    age(cluster), trouble(cluster) || (cluster.ready ? 'none' : 'waiting for the first complete poll')];
}

export function index(now) {
  return card('', element('h2', {}, 'Clusters'), table('Clusters of this exporter', [['Cluster'], ['Running jobs', 'number'], ['Pending jobs', 'number'],
    ['Nodes in use', 'number'], ['Unavailable nodes', 'number'], ['Age of the data', 'number'], ['Problems', 'wide']], now.clusters.map(row), { quietly: true }));
}

/** The overview of one of several clusters. */
export function one(title, found) {
  return [heading(title), overview(found, true)];
}
