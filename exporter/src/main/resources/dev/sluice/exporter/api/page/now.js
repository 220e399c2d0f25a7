import { COLOURS, amount, bar, bytes, capital, card, cell, clock, count, day, element, empty, foldable, link, linked, note, now, number, quiet, sentence, separated, span, sum, table, tile, when, withheld, words } from './dom.js';
import { steps, timeline } from './chart.js';
import { trouble } from './clusters.js';
import { address, hasKubernetes, nodeSetAt, nodesAt, pageOf, within } from './links.js';
import { UNAVAILABLE } from './nodes.js';

/** The letters tell node states apart without colour. */
const LETTERS = {
  allocated: 'A', mixed: 'M', idle: 'I', planned: 'P', reserved: 'R', powering_up: 'U', draining: 'N', drained: 'D', down: 'X', maintenance: 'T',
  powered_down: 'Z', powering_down: 'V', future: 'F', unknown: '?'
};
export const IN_USE = ['allocated', 'mixed'];
/** Above this number, a square stands for several nodes. */
const MAX_SQUARES = 1000;
/** Above this number, squares have neither letters nor links. */
const MAX_LETTERS = 300;
/** The NodeSets below begin in the first screen. */
const MAX_PROBLEMS = 5;

export const add = (states, names) => names.reduce((total, name) => total + (states[name] || 0), 0);

/** The title of a section, marked as old while its source fails. */
function aged(title, cluster, source) {
  const state = cluster.sources.find(one => one.name === source);
  return [title, state && state.state === 'failing' && state.observedAt && element('span', { class: 'warn' }, 'old: as of ' + clock(state.observedAt))];
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
  const of = within(cluster.name);
  const all = [];
  const types = cluster.gpus.filter(one => one.allocated !== undefined);
  if (nodes && types.length) {
    const [allocated, idle, unavailable] = ['allocated', 'idle', 'unavailable'].map(part => types.reduce((known, one) => known + one[part], 0));
    const at = part => nodesAt({ ...of, gpus: part });
    const whole = allocated + idle + unavailable || 1;
    all.push(tile('Allocated GPUs', [linked(at('allocated'), 'gpus.allocated', allocated), element('small', {}, ' of ', linked(at('any'), 'gpus.all', allocated + idle + unavailable))],
      bar(['blue', allocated / whole], ['free', idle / whole], ['red', unavailable / whole]),
      quiet(link(at('idle'), amount(idle) + ' idle'), ', ', link(at('unavailable'), amount(unavailable) + ' unavailable'))));
  }
  if (nodes) {
    const at = (...states) => nodesAt({ ...of, state: states.join(',') });
    const rest = Object.keys(nodes).filter(state => !IN_USE.includes(state) && !UNAVAILABLE.includes(state));
    all.push(tile('Nodes in use', [linked(at(...IN_USE), 'nodes.working', add(nodes, IN_USE)), element('small', {}, ' of ', linked(at(), 'nodes.all', sum(nodes)))],
      bar(...[...IN_USE, ...rest, ...UNAVAILABLE].map(state => [state === 'idle' ? 'free' : UNAVAILABLE.includes(state) ? 'red' : COLOURS[state] || 'grey', (nodes[state] || 0) / sum(nodes)])),
      quiet(separated([...rest.map(state => link(at(state), amount(nodes[state]) + ' ' + words(state))), link(at(...UNAVAILABLE), amount(add(nodes, UNAVAILABLE)) + ' unavailable')]))));
  }
  if (jobs) {
    const pending = cluster.jobs.pending || [];
    all.push(tile('Running jobs', linked(address({ ...of, state: 'running' }), 'jobs.running', jobs.running || 0),
      quiet(counts ? 'counted by slurmctld ' + span(counts.ageSeconds) + ' ago' : separated((cluster.jobs.partitions || []).filter(one => one.byState.running).sort((one, other) => other.byState.running - one.byState.running).slice(0, 3)
        .map(one => link(address({ ...of, state: 'running', partition: one.name }), amount(one.byState.running) + ' in ' + one.name, 'in ' + one.name))))));
    all.push(tile('Pending jobs', linked(address({ ...of, state: 'pending' }), 'jobs.waiting', pendingJobs(cluster)),
      quiet(pending.length ? [count(pending.reduce((total, one) => total + one.gpus, 0), 'requested GPU'), ', longest wait ', span(Math.max(0, ...pending.map(one => one.oldestSeconds || 0)))] : '')));
  }
  return element('ul', { class: 'tiles' }, all);
}

let classes = {};

function title(name) {
  return classes[name] ? classes[name].title : words(name);
}

function reasons(cluster) {
  const head = aged('Why jobs are pending', cluster, 'jobs');
  if (cluster.jobs.withheld) return card(head, withheld(cluster.jobs.withheld));
  const pending = [...cluster.jobs.pending].sort((one, other) => other.jobs - one.jobs);
  if (!pending.length) return card(head, empty('No job is pending.', 'Pending jobs appear here by reason, with requested GPUs and the longest wait.'));
  const most = pending[0].jobs;
  const of = within(cluster.name);
  return card(head, table('Each array task counts as one job', [['Reason'], ['Jobs', 'number'], ['GPUs', 'number'], ['Longest wait', 'number']],
    pending.map(one => [
      element('div', { title: classes[one.class].meaning }, link(address({ ...of, reason_class: one.class }), title(one.class)), quiet(' ', separated(Object.entries(one.reasons).map(([name, jobs]) =>
        link(address({ ...of, reason: name }), name + '\u00a0' + amount(jobs))))), element('div', { class: 'quiet' }, one.userReleases === undefined ? classes[one.class].todo
        : one.userReleases ? `The user can release ${one.userReleases} of ${count(one.jobs, 'job')}; the others, only an administrator.` : 'Only an administrator can release jobs.')),
      cell(one.jobs, linked(address({ ...of, reason_class: one.class }), 'pending.' + one.class, one.jobs), bar(['amber', one.jobs / most])), one.gpus, cell(one.oldestSeconds, span(one.oldestSeconds))]), { quietly: true }));
}

/** What is wrong now, the worst first. */
function problems(cluster, kubernetes) {
  const of = within(cluster.name);
  const found = [];
  const said = trouble(cluster);
  if (said) found.push(['red', said]);
  const left = cluster.tokenExpiresAt && (Date.parse(cluster.tokenExpiresAt) - now()) / 1000;
  if (left !== undefined && left < 86400) found.push([left < 3600 ? 'red' : 'amber', [left <= 0 ? 'The token has expired ' : 'The token expires ', when(cluster.tokenExpiresAt), '.']]);
  const out = new Map();
  const { byState, list } = cluster.nodes;
  // A list of the first nodes only has no complete reasons.
  const all = byState && sum(byState) === list.length;
  for (const state of all || !byState ? [] : UNAVAILABLE.filter(one => byState[one])) found.push([COLOURS[state], link(nodesAt({ ...of, state }), `${count(byState[state], 'node')} ${words(state)}`, 'out:' + state)]);
  for (const node of all ? list.filter(one => UNAVAILABLE.includes(one.state)) : []) {
    // An operator has a reason for each pod.
    const why = [node.state, node.owner !== 'operator' && node.reason || '', node.owner || ''].join('\n');
    out.set(why, [...out.get(why) || [], node.name]);
  }
  for (const [why, names] of [...out].sort(([, one], [, other]) => other.length - one.length)) {
    const [state, reason, owner] = why.split('\n');
    found.push([COLOURS[state], [link(nodesAt({ ...of, state }), `${count(names.length, 'node')} ${words(state)}`, 'out:' + why), reason && ': ' + reason, owner && ' (' + owner + ')',
      element('div', { class: 'quiet' }, separated(names.slice(0, 3).map(name => link(pageOf('node', name, cluster.name), name, 'out/' + name))), names.length > 3 && ', \u2026')]]);
  }
  const never = (cluster.jobs.pending || []).find(one => one.class === 'impossible');
  if (never) found.push(['amber', [link(address({ ...of, reason_class: 'impossible' }), count(never.jobs, 'job'), 'never'), ' cannot run as requested.', element('div', { class: 'quiet' }, Object.keys(never.reasons).join(', '))]]);
  if (kubernetes && !cluster.scaling.nodeSets) found.push([cluster.scaling.observedAt ? 'red' : 'grey', 'Signal withheld: ' + cluster.scaling.withheld + '.']);
  for (const set of cluster.scaling.nodeSets || []) {
    const bad = [['ghosts', 'ghost node'], ['unusable', 'unusable pod']].filter(([name]) => set[name] > 0).map(([name, noun]) => count(set[name], noun));
    const key = set.namespace + '/' + set.name;
    if (bad.length) found.push(['amber', [bad.join(', ') + ' in ', link(nodeSetAt(key, cluster.name), set.name, 'bad:' + key), '.']]);
  }
  return card(['Problems', found.length > 0 && quiet(found.length)], found.length ? [
    element('ul', { class: 'problems' }, found.slice(0, MAX_PROBLEMS).map(([look, what]) => element('li', {}, element('i', { class: look, 'aria-hidden': 'true' }), what))),
    found.length > MAX_PROBLEMS && element('p', {}, link(nodesAt({ ...of, state: UNAVAILABLE.join(',') }), count(found.length - MAX_PROBLEMS, 'more problem'), 'more problems'))]
    : empty('No problem.', 'Failing sources, unavailable nodes and jobs that cannot run appear here.'));
}

export const LINES = [['green', 'registered', 'registered'], ['purple', 'ready', 'ready'], ['amber', 'replicas', 'current'], ['blue', 'desired', 'desired']];

function nodeSet(cluster, one) {
  const key = one.namespace + '/' + one.name;
  const to = nodeSetAt(key, cluster.name);
  const named = (name, at = to) => linked(at, 'nodeset.' + key + '.' + name, one[name]);
  return element('div', { class: 'set' },
    element('p', {}, link(to, one.name, 'set:' + key), ': ', one.desired !== undefined && ['desired ', named('desired'), ', '], 'current ', named('replicas'), ', ', named('busy', nodesAt({ ...within(cluster.name), nodeset: key })), ' busy',
      one.starting > 0 && [', ', named('starting'), ' starting'], quiet(` (min ${one.min}, max ${one.max})`)),
    note(one.notScalable ? one.notScalable + '.' : capital(one.reasons.map(sentence).join('; ')) + '.'),
    one.decisions.length > 1 && element('div', { class: 'tiny' }, steps('Size of ' + one.name, LINES, one.decisions)));
}

function nodeSets(cluster) {
  const sets = cluster.scaling.nodeSets;
  if (!hasKubernetes(cluster) || !sets || !sets.length) return undefined;
  return card(aged('NodeSets', cluster, 'jobs'), sets.length < 5 ? sets.map(one => nodeSet(cluster, one))
    : table('NodeSets', [['NodeSet'], ['Desired', 'number'], ['Current', 'number'], ['Busy', 'number'], ['Starting', 'number']], sets.map(one => {
      const key = one.namespace + '/' + one.name;
      const named = name => cell(one[name], linked(nodeSetAt(key, cluster.name), 'nodeset.' + key + '.' + name, one[name]));
      return [link(nodeSetAt(key, cluster.name), key, 'set:' + key), named('desired'), named('replicas'), named('busy'), named('starting')];
    }), { quietly: true }));
}

function gpus(cluster) {
  if (!cluster.gpus.length) return undefined;
  return card(aged('GPUs by type', cluster, 'nodes'), table('GPUs by type; requested: by all pending jobs, also by jobs that more GPUs do not help', [['Type'], ['Allocated', 'number'], ['Idle', 'number'], ['Requested', 'number']],
    cluster.gpus.map(one => {
      const whole = one.allocated + one.idle + one.unavailable;
      const of = { ...within(cluster.name), gpu_type: one.type };
      const named = (name, ...more) => cell(one[name], linked(nodesAt({ ...of, gpus: name }), 'gpus.' + one.type + '.' + name, one[name]), more);
      return [one.type, named('allocated', one.allocated !== undefined && [quiet(' of ' + amount(whole)), element('div', { title: amount(one.unavailable) + ' unavailable' }, bar(['blue', one.allocated / whole], ['free', one.idle / whole], ['red', one.unavailable / whole]))]), named('idle'), cell(one.asked, linked(address({ ...of, state: 'pending' }), 'gpus.' + one.type + '.asked', one.asked))];
    }), { quietly: true }));
}

function square(cluster, letters) {
  return node => {
    const said = node.name + ': ' + words(node.state) + (node.pod ? ', pod ' + node.pod : '') + (node.reason ? ', ' + node.reason : '');
    return element('li', { class: COLOURS[node.state] || 'grey', title: said }, letters && element('a', { href: pageOf('node', node.name, cluster.name), 'aria-label': said, 'data-key': 'square:' + node.name }, LETTERS[node.state] || '?'));
  };
}

/** A square for each node; in a large cluster, a square for several nodes of one state. */
function map(cluster) {
  const nodes = cluster.nodes;
  const all = sum(nodes.byState);
  const dense = all > MAX_LETTERS;
  if (all > MAX_SQUARES) {
    const each = Math.ceil(all / MAX_SQUARES);
    return [element('ul', { class: 'map dense', 'aria-hidden': 'true' }, Object.entries(nodes.byState).flatMap(([state, some]) =>
      Array.from({ length: Math.ceil(some / each) }, () => element('li', { class: COLOURS[state] || 'grey', title: words(state) })))),
    note('One square stands for up to ' + count(each, 'node') + '. ', link(nodesAt(within(cluster.name)), 'List all nodes', 'all nodes'))];
  }
  const groups = new Map();
  for (const node of nodes.list) {
    const name = node.nodeSet ? node.nodeSet : hasKubernetes(cluster) ? 'Without NodeSet' : '';
    groups.set(name, [...groups.get(name) || [], node]);
  }
  return [...groups].map(([name, list]) => [name && element('h4', {}, name + ' ', quiet(count(list.length, 'node'))),
    element('ul', { class: 'map' + (dense ? ' dense' : ''), 'aria-hidden': dense }, list.map(square(cluster, !dense)))]);
}

function nodes(cluster) {
  const head = aged(['Nodes ', link(nodesAt(within(cluster.name)), 'List', 'list of nodes')], cluster, 'nodes');
  if (cluster.nodes.withheld) return card(head, withheld(cluster.nodes.withheld));
  return card(head, element('ul', { class: 'legend' }, Object.entries(cluster.nodes.byState).map(([state, some]) => element('li', {}, element('i', { class: COLOURS[state] || 'grey', 'aria-hidden': 'true' }),
    element('span', {}, (LETTERS[state] || '?') + '\u00a0' + words(state), linked(nodesAt({ ...within(cluster.name), state }), 'nodes.' + state, some))))), map(cluster));
}

function partitions(cluster) {
  const counts = counted(cluster);
  if (cluster.jobs.withheld && !counts) return undefined;
  const listed = new Map((cluster.jobs.partitions || []).map(one => [one.name, one]));
  return card(aged('Partitions', cluster, counts ? 'counts' : 'jobs'), table('A job in several partitions counts in each', [['Partition'], ['Running', 'number'], ['Pending', 'number'], ['GPUs', 'number'], ['Longest wait', 'number'], ['Main reason']],
    (counts ? counts.partitions : cluster.jobs.partitions).map(one => {
      const pending = listed.has(one.name) ? listed.get(one.name).pending : [];
      const main = [...pending].sort((left, right) => right.jobs - left.jobs)[0];
      const of = { ...within(cluster.name), partition: one.name };
      const longest = pending.length ? Math.max(...pending.map(some => some.oldestSeconds || 0)) : undefined;
      return [link(address(of), one.name),
        cell(one.byState.running || 0, linked(address({ ...of, state: 'running' }), 'partition.' + one.name + '.running', one.byState.running || 0)),
        cell(one.byState.pending || 0, linked(address({ ...of, state: 'pending' }), 'partition.' + one.name + '.waiting', one.byState.pending || 0)),
        pending.reduce((total, some) => total + some.gpus, 0), cell(longest, span(longest)), main ? title(main.class) : ''];
    })));
}

function reservations(cluster) {
  const all = [...cluster.reservations || []].sort((one, other) => one.start.localeCompare(other.start));
  if (!all.length) return undefined;
  return card('Reservations', timeline('Reservations', all.map(one => [one.name, [[one.flags.includes('MAINT') ? 'purple' : 'sky', Date.parse(one.start), Date.parse(one.end),
    `${count(one.nodes, 'node')}${one.nodeList ? ' ' + one.nodeList : ''} from ${day(one.start)} to ${day(one.end)}${one.flags.length ? ', ' + one.flags.join(', ') : ''}`]]])),
  table('Reservations by start', [['Name'], ['Nodes'], ['Start'], ['End']], all.map(one => [one.name, one.nodeList || count(one.nodes, 'node'), cell(Date.parse(one.start), when(one.start)), cell(Date.parse(one.end), when(one.end))]), { quietly: true }));
}

const STATE_TEXTS = { ok: 'up to date', failing: 'failing', waiting: 'waiting', stale: 'stale', absent: 'not available' };
const STATE_LOOKS = { ok: 'completed', failing: 'pending', stale: 'failed' };

function details(source) {
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

function sources(cluster) {
  const rows = cluster.sources.map(one => [one.name, element('span', { class: 'badge' }, element('i', { class: COLOURS[STATE_LOOKS[one.state]] || 'grey' }), element('span', { 'data-n': 'source.' + one.name }, STATE_TEXTS[one.state] || one.state)),
    cell(one.ageSeconds, span(one.ageSeconds)), cell(one.intervalSeconds, span(one.intervalSeconds)), cell(one.lastDurationSeconds, span(one.lastDurationSeconds)), cell(one.lastBytes, one.lastBytes === undefined ? '\u2013' : bytes(one.lastBytes)), one.apiVersion || '', details(one)]);
  return card('', foldable('sources:' + cluster.name, `Source status: ${cluster.sources.filter(one => one.state === 'ok').length} of ${cluster.sources.filter(one => one.state !== 'absent').length} sources are up to date`, cluster.sources.some(one => one.state === 'failing' || one.state === 'stale'), table('Sources of cluster ' + cluster.name,
      [['Source'], ['State'], ['Age', 'number'], ['Interval', 'number'], ['Duration', 'number'], ['Size', 'number'], ['API'], ['Details', 'wide']], rows, { quietly: true })), cluster.tokenExpiresAt && note('The token expires ', when(cluster.tokenExpiresAt), '.'));
}

/** The overview of each cluster of a response, with a title unless the view has one. */
export function overview(found, titled) {
  classes = Object.fromEntries(found.reasonClasses.map(one => [one.name, one]));
  return found.clusters.map(cluster => element('section', { class: 'stack', 'data-cluster': cluster.name, 'aria-label': 'Cluster ' + cluster.name },
    !titled && element('h2', {}, 'Slurm cluster ' + cluster.name), !cluster.ready && element('p', { class: 'warn' }, 'Waiting for the first complete poll.'),
    tiles(cluster),
    element('div', { class: 'start' }, reasons(cluster), element('div', { class: 'stack' }, gpus(cluster), nodes(cluster)), element('div', { class: 'stack' }, problems(cluster, hasKubernetes(cluster)), nodeSets(cluster))),
    element('div', { class: 'half' }, partitions(cluster), reservations(cluster)), sources(cluster)));
}
