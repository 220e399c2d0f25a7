import { amount, badge, bytes, capital, card, cell, clock, count, day, element, empty, facts, heading, link, note, number, sentence, separated, span, sum, table, when, words } from './dom.js';
import { address, hasKubernetes, nodeSetAt, nodesAt, pageOf, within } from './links.js';
import { life, steps } from './chart.js';
import { LINES } from './now.js';

const VERDICT = { running: 'The job is running.', completing: 'The job is completing.', configuring: 'The nodes of the job are starting.', suspended: 'The job is suspended.' };

/** The cluster of the current view. */
let here = '';

function list(parts) {
  return parts.filter(part => part).join(', ') || 'nothing';
}

function gpus(all, of) {
  return all.map(one => one[of] + (one.type === 'any' ? ' of any type' : ' ' + one.type)).join(', ');
}

function answer(job) {
  if (job.pending) return job.meaning;
  return VERDICT[job.state] || 'The job has ended: ' + words(job.state) + '.';
}

function jobLink(id, task) {
  return element('a', { href: pageOf('job', id, here), 'data-key': 'job/' + id }, 'job ' + id + (task && task !== '*' ? '_' + task : ''));
}

function nodeLink(name) {
  return link(pageOf('node', name, here), name);
}

function limits(all, meaning) {
  return all.map(limit => [limit.sentence !== meaning && element('p', {}, limit.sentence),
    limit.jobs.length > 0 && table('Jobs under ' + limit.limit + (limit.name ? ' of ' + limit.name : ''), [['Job'], ['User'], ['State'], ['Uses', 'number'], ['Ends at the latest', 'number']],
      limit.jobs.map(one => [cell(one.jobId, jobLink(one.jobId)), one.user || '\u2013', badge(one.state), cell(one.uses, limit.resource === 'mem' ? bytes(one.uses) : amount(one.uses)), cell(one.endsAtLatest && Date.parse(one.endsAtLatest), when(one.endsAtLatest))])),
    limit.jobsLeftOut > 0 && note(count(limit.jobsLeftOut, 'more job') + ' not shown.')]);
}

function dependencies(job) {
  if (!job.dependencies) return undefined;
  return [element('p', {}, element('b', {}, 'Dependencies'), job.anyDependency ? ' (one of them is enough)' : ''),
    element('ul', { class: 'plain' }, job.dependencies.map(one => element('li', {}, one.sentence, one.jobId > 0 && [' ', jobLink(one.jobId, one.task)])))];
}

function wanted(job) {
  return [(job.licenses || []).map(one => element('p', {}, one.sentence)),
    (job.reservations || []).map(one => element('p', {}, element('b', {}, 'Reservation '), one.name + (one.active ? ', active until ' + day(one.endsAt) : ', from ' + day(one.startsAt) + ' to ' + day(one.endsAt)) + '.'))];
}

function group(one) {
  return element('li', { 'data-cause': one.cause }, one.sentence, one.nodes > one.examples.length ? ' For example ' : ' Nodes: ',
    separated(one.examples.map(nodeLink)), '.');
}

function candidates(all) {
  return all.map(one => [element('p', {}, element('b', {}, 'Nodes '), one.sentence), element('ul', { class: 'plain' }, one.groups.map(group))]);
}

function holds(one) {
  return [['Nodes', amount(one.nodes)], ['CPUs', amount(one.cpus)], one.memoryBytes && ['Memory', bytes(one.memoryBytes)], one.gpus.length > 0 && ['GPUs', gpus(one.gpus, 'count')]];
}

/** What holds a pending job: limits, dependencies, licenses, reservations, nodes. */
function obstacles(job) {
  const found = [limits(job.limits || [], job.meaning), dependencies(job), wanted(job), candidates(job.candidates || [])];
  return found.flat(Infinity).some(one => one) && card('What it waits for', found);
}

function amounts(split, show = amount) {
  return `${show(split.idle)} idle of ${show(split.allocated + split.idle + split.unavailable)}`;
}

function exists(job) {
  if (!job.exists.length) return element('p', { class: 'bad' }, 'Capacity is not known: nodes cannot be read.');
  return table('Capacity of its partitions now', [['Partition'], ['Nodes'], ['CPUs', 'number'], ['Memory', 'number'], ['GPUs', 'number']], job.exists.map(one => [one.partition,
    element('span', {}, separated(Object.entries(one.nodes).map(([state, nodes]) => link(nodesAt({ ...within(here), partition: one.partition, state }), nodes + ' ' + words(state))))), cell(one.cpus.idle, amounts(one.cpus)), cell(one.memoryBytes.idle, amounts(one.memoryBytes, bytes)),
    one.gpus.length ? element('div', {}, one.gpus.map(gpu => element('div', {}, `${gpu.type}: ${amounts(gpu)}`))) : 'none']), { quietly: true });
}

function growth(job) {
  if (job.scaling.sentence) {
    const pool = job.scaling.job.pool;
    return [job.scaling.sentence + ' ', pool && link(nodeSetAt(pool.namespace + '/' + pool.name, here), 'Size of this NodeSet, and why')];
  }
  return job.scaling.withheld ? 'Not known: ' + job.scaling.withheld : 'No NodeSet serves this job.';
}

function start(job) {
  return job.expectedStartAt ? ['about ', when(job.expectedStartAt), ' (' + job.expectedStartBy + ')'] : 'no estimate of Slurm';
}

function place(one) {
  return element('div', {}, one.sentence, ' ', link(address({ ...within(here), state: 'pending', partition: one.partition }), 'Queue of ' + one.partition), one.position > 1 && note('Jobs ahead: ' + words(Object.entries(one.before).map(some => some.join(' ')).join(', ')) + '.'));
}

function column(title, ...pairs) {
  return element('section', { class: 'card column' }, element('h3', {}, title), facts(...pairs));
}

/** In the order of the reader's questions: what is the state, why, what helps, since when; then who, and with what. */
function job(one, kubernetes) {
  const array = one.arrayJobId && one.arrayJobId !== one.jobId ? 'of ' + one.arrayJobId : one.tasks > 1 ? count(one.tasks, 'task') : '';
  const limit = one.timeLimitSeconds ? span(one.timeLimitSeconds) : 'none';
  const asked = column('Requests' + (one.tasks > 1 ? ` of each of ${one.tasks} tasks` : ''), ...holds(one.asks), one.pending && ['Time limit', limit]);
  const owner = column('Owner', one.user && ['User', link(pageOf('user', one.user, here), one.user)], one.account && ['Account', link(pageOf('account', one.account, here), one.account)],
    ['Partition', separated(one.partitions.map(name => link(address({ ...within(here), partition: name }), name)))], one.qos && ['QOS', one.qos], array && ['Array', array], one.origin === 'external' && ['Origin', 'external'],
    one.pods && ['Pods', list([...one.pods, one.podsLeftOut && one.podsLeftOut + ' more'])]);
  return element('div', { class: 'stack', 'data-job': one.jobId },
    card('', element('p', { class: 'answer' }, answer(one), one.endsAtLatest && [' It ends at the latest ', when(one.endsAtLatest), '.']), one.pending && element('p', {}, one.todo), one.slurmSays && note('Slurm says: ', one.slurmSays), life(one)),
    one.pending ? element('div', { class: 'wide-narrow' },
      element('div', { class: 'stack' }, obstacles(one), card('Capacity of its partitions', exists(one)), kubernetes && card('Autoscaling', element('p', {}, growth(one)))),
      element('div', { class: 'stack' }, column('Queue', ['Reason', link(address({ ...within(here), reason: one.reason }), one.reason)], ['Position', one.places.length ? one.places.map(place) : 'none: the job is held'],
        ['Priority', amount(one.priority)], one.restarts && ['Requeued', count(one.restarts, 'time')], ['Expected start', start(one)]), asked, owner))
      : element('div', { class: 'thirds' }, column('Run', ['Time limit', limit], one.exitCode && ['Exit code', one.exitCode], one.runsOn && [one.endedAt ? 'Ran on' : 'Runs on', one.runsOn]), one.holds && column('Holds', ...holds(one.holds)), asked, owner));
}

function leftOut({ jobs: [first], leftOut: more }) {
  const said = count(more, 'more record');
  return first.arrayJobId ? link(address({ ...within(here), array: first.arrayJobId, fold: 'false' }), 'List all, ' + said) : said + ' not shown.';
}

function jobsOf(cluster, known, several) {
  here = cluster.cluster;
  const kubernetes = known && hasKubernetes(known);
  return element('div', { class: 'stack' }, cluster.outdated && element('p', { class: 'warn' }, 'Outdated: ' + cluster.outdated),
    cluster.jobs.map(one => [(several || cluster.jobs.length > 1) && element('h3', {}, 'Job ' + one.jobId + (one.name ? ' \u201c' + one.name + '\u201d' : ''), badge(one.state)), job(one, kubernetes)]), cluster.leftOut > 0 && element('p', {}, leftOut(cluster)),
    note('Cluster ' + here + ', as of ' + clock(cluster.observedAt) + (sum(cluster.byState) > 1 ? ': ' + Object.entries(cluster.byState).map(([state, jobs]) => jobs + ' ' + words(state)).join(', ') : '') + '.'));
}

export function jobs(title, found, now) {
  const all = found.clusters.flatMap(cluster => cluster.jobs);
  const only = all.length === 1 && all[0];
  return [heading(title + (only && only.name ? ' \u201c' + only.name + '\u201d' : ''), only && badge(only.state)), found.clusters.map(cluster => jobsOf(cluster, now.clusters.find(one => one.name === cluster.cluster), !only))];
}

function size(set, cluster) {
  return card('', element('p', { class: 'answer' }, set.notScalable ? 'Current ' + set.replicas + ': ' + set.notScalable + '.'
    : ['Desired ', number('why.desired', set.desired), ': ' + set.busy + ' busy nodes and ' + set.pendingNodes + ' more for pending jobs'
      + (set.desired === set.busy + set.pendingNodes ? '.' : ', adjusted as follows.')]),
  element('ul', { class: 'plain' }, set.reasons.map(reason => element('li', {}, sentence(reason)))),
  facts(['Current', link(nodesAt({ ...within(cluster), nodeset: set.namespace + '/' + set.name }), amount(set.replicas))], ['Min / max', set.min + ' / ' + set.max], ...['busy', 'idle', 'starting', 'draining', 'unusable', 'ghosts'].map(name => [name === 'ghosts' ? 'Ghost nodes' : capital(name), amount(set[name])])),
  set.decisions.length > 0 && steps('Size of ' + set.name, LINES, set.decisions));
}

/** The changes of the set size, the newest first. */
function history(set) {
  const changes = set.decisions.filter((one, at, all) => !at || one.desired !== all[at - 1].desired || one.replicas !== all[at - 1].replicas).reverse();
  return card('Changes', changes.length ? table('Latest changes', [['Time'], ['Desired', 'number'], ['Current', 'number'], ['Reason', 'wide']],
    changes.map(one => [cell(Date.parse(one.at), when(one.at)), one.desired, one.replicas, sentence(one.why)]), { quietly: true }) : empty('No change since the exporter started.', 'Each change of the size appears here with its reason.'));
}

export function nodeSet(title, found) {
  return [heading(title), found.clusters.map(({ cluster, observedAt, nodeSet: set }) => element('div', { class: 'stack' }, size(set, cluster),
    element('div', { class: 'half' }, card('Pending jobs', set.jobs.length ? table(
      'Pending jobs by priority', [['Job'], ['Counted'], ['Nodes each', 'number'], ['Added nodes', 'number'], ['Reason', 'wide']],
      set.jobs.map(one => [cell(one.jobId, link(pageOf('job', one.jobId, cluster), one.jobId)), one.tasks > 1 ? one.counted + ' of ' + one.tasks + ' tasks' : one.counted ? 'yes' : 'no',
        one.nodesEach === undefined ? '\u2013' : one.nodesEach, cell(one.nodes, number('why.nodes', one.nodes)), [one.reason, element('div', { class: 'quiet' }, one.why.replace(': ' + one.reason, ''))]]), { quietly: true }) : empty('No job is pending for this NodeSet.', 'Pending jobs appear here with the nodes that they add.'),
    set.jobsLeftOut > 0 && note(count(set.jobsLeftOut, 'more job') + ' not shown.')), history(set)),
    note('Cluster ' + cluster + ', as of ' + clock(observedAt) + '.')))];
}

export function missing(title, message) {
  return [heading(title), card('', element('p', { class: 'answer' }, capital(message) + '.'))];
}
