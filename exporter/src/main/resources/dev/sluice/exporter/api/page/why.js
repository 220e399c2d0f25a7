import { badge, bytes, clock, count, day, element, facts, foldable, heading, link, number, span, sum, table, words } from './dom.js';
import { address, hasKubernetes, nodeSetAt, nodesAt, pageOf, within } from './links.js';
import { decisions } from './chart.js';

const VERDICT = { running: 'The job is running.', completing: 'The job is completing.', configuring: 'The nodes of the job are starting.', suspended: 'The job is suspended.' };

/** The cluster of the current view. */
let here = '';

function list(parts) {
  return parts.filter(part => part).join(', ') || 'nothing';
}

function gpus(all, of) {
  return all.map(one => one[of] + ' of ' + (one.type === 'any' ? 'any type' : 'type ' + one.type)).join(', ');
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

function separated(parts) {
  return parts.map((part, at) => [at ? ', ' : '', part]);
}

function limits(all) {
  return all.map(limit => [element('p', {}, element('b', {}, 'Limit '), limit.sentence),
    limit.jobs.length > 0 && table('Jobs under ' + limit.limit + (limit.name ? ' of ' + limit.name : ''), [['Job'], ['User'], ['State'], ['Uses', 'number'], ['Ends at the latest']],
      limit.jobs.map(one => [jobLink(one.jobId), one.user || '\u2013', words(one.state), limit.resource === 'mem' ? bytes(one.uses) : String(one.uses), one.endsAtLatest ? day(one.endsAtLatest) : '\u2013'])),
    limit.jobsLeftOut > 0 && element('p', { class: 'quiet' }, count(limit.jobsLeftOut, 'more job') + ' not shown.')]);
}

function dependencies(job) {
  if (!job.dependencies) return undefined;
  return [element('p', {}, element('b', {}, 'Dependencies'), job.anyDependency ? ' (one of them is enough)' : ''),
    element('ul', { class: 'plain' }, job.dependencies.map(one => element('li', {}, one.sentence, one.jobId && [' ', jobLink(one.jobId, one.task)])))];
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

function obstacles(job) {
  return [limits(job.limits || []), dependencies(job), wanted(job), candidates(job.candidates || [])];
}

function holds(one) {
  return list([count(one.nodes, 'node'), count(one.cpus, 'CPU'), one.memoryBytes ? bytes(one.memoryBytes) + ' of memory' : '', one.gpus.length ? 'GPUs: ' + gpus(one.gpus, 'count') : '']);
}

function runs(job) {
  return facts(job.startedAt && ['started', day(job.startedAt)], job.waitSeconds !== undefined && ['waited', job.waitSeconds ? span(job.waitSeconds) : '0 s'],
    job.runSeconds !== undefined && [job.endedAt ? 'ran' : 'running for', job.runSeconds ? span(job.runSeconds) : '0 s'], job.timeLimitSeconds && ['time limit', span(job.timeLimitSeconds)],
    job.endedAt && ['ended', day(job.endedAt)], job.endsAtLatest && ['ends at the latest', day(job.endsAtLatest)], job.exitCode && ['exit code', job.exitCode],
    job.runsOn && ['nodes', job.runsOn], job.holds && ['holds', holds(job.holds)]);
}

function ask(job) {
  return list([count(job.asks.nodes, 'node'), count(job.asks.cpus, 'CPU'), job.asks.memoryBytes ? bytes(job.asks.memoryBytes) + ' of memory' : '',
    job.asks.gpus.length ? 'GPUs: ' + gpus(job.asks.gpus, 'count') : '']) + (job.tasks > 1 ? ` for each of ${job.tasks} tasks` : '') + (job.pending ? ', time limit ' + (job.timeLimitSeconds ? span(job.timeLimitSeconds) : 'none') : '');
}

function amounts(split, show = String) {
  return `${show(split.idle)} idle of ${show(split.allocated + split.idle + split.unavailable)}`;
}

function exists(job) {
  if (!job.exists.length) return element('p', { class: 'bad' }, 'Capacity is not known: nodes cannot be read.');
  return table('Capacity of its partitions now', [['Partition'], ['Nodes'], ['CPUs'], ['Memory'], ['GPUs']], job.exists.map(one => [one.partition,
    separated(Object.entries(one.nodes).map(([state, nodes]) => link(nodesAt({ ...within(here), partition: one.partition, state }), nodes + ' ' + words(state)))), amounts(one.cpus), amounts(one.memoryBytes, bytes),
    one.gpus.length ? one.gpus.map(gpu => element('div', {}, `${gpu.type}: ${amounts(gpu)}`)) : 'none']));
}

function growth(job) {
  if (job.scaling.sentence) {
    const pool = job.scaling.job.pool;
    return [job.scaling.sentence + ' ', pool && link(nodeSetAt(pool.namespace + '/' + pool.name, here), 'Size of this NodeSet, and why')];
  }
  return job.scaling.withheld ? 'Not known: ' + job.scaling.withheld : 'No NodeSet serves this job.';
}

function start(job) {
  return job.expectedStartAt ? 'about ' + day(job.expectedStartAt) + ' (' + job.expectedStartBy + ')' : 'Slurm has no estimate.';
}

function place(one) {
  return [one.sentence, one.ahead && foldable('ahead/' + one.partition, 'Jobs ahead', false, one.ahead), ' ', link(address({ ...within(here), state: 'pending', partition: one.partition }), 'Queue of ' + one.partition), ' '];
}

function job(one, kubernetes) {
  const jobTitle = 'Job ' + one.jobId + (one.name ? ' \u201c' + one.name + '\u201d' : '');
  const array = one.arrayJobId && one.arrayJobId !== one.jobId ? 'of array ' + one.arrayJobId : one.tasks > 1 ? count(one.tasks, 'task') + ' of an array' : '';
  return element('section', { class: 'card', 'data-job': one.jobId },
    element('h3', {}, jobTitle, badge(one),
      element('span', { class: 'quiet' }, list([array, one.qos && 'QOS ' + one.qos]))),
    facts(one.user && ['user', link(pageOf('user', one.user, here), one.user)], one.account && ['account', link(pageOf('account', one.account, here), one.account)],
      ['partition', one.partitions.map((name, at) => [at ? ', ' : '', link(address({ ...within(here), partition: name }), name)])],
      one.origin === 'external' && ['origin', 'external'], one.pods && ['pods', list([...one.pods, one.podsLeftOut && one.podsLeftOut + ' more'])]),
    element('p', { class: 'answer' }, answer(one)),
    one.pending && element('p', {}, one.todo),
    one.slurmSays && element('p', {}, element('b', {}, 'Slurm says '), one.slurmSays),
    one.pending
      ? facts(['reason', link(address({ ...within(here), reason: one.reason }), one.reason)], ['queue position', one.places.length ? one.places.map(place) : 'none: the job is held'], ['priority', String(one.priority)], one.restarts && ['requeued', count(one.restarts, 'time')],
        ['eligible since', day(one.eligibleAt || one.submittedAt)], ['expected start', start(one)])
      : runs(one),
    element('p', {}, element('b', {}, 'Requests '), ask(one), '.'),
    one.pending && [obstacles(one), exists(one), kubernetes && element('p', {}, element('b', {}, 'Autoscaling: '), growth(one))]);
}

function leftOut({ jobs: [first], leftOut: more }) {
  const said = count(more, 'more record');
  return first.arrayJobId ? link(address({ ...within(here), array: first.arrayJobId, fold: 'false' }), 'List all, ' + said) : said + ' not shown.';
}

function jobsOf(cluster, known) {
  here = cluster.cluster;
  const kubernetes = known && hasKubernetes(known);
  return element('div', {},
    element('p', { class: 'quiet' }, 'Cluster ' + cluster.cluster + ', as of ' + clock(cluster.observedAt)
      + (sum(cluster.byState) > 1 ? ': ' + Object.entries(cluster.byState).map(([state, jobs]) => jobs + ' ' + words(state)).join(', ') : '') + '.'),
    cluster.outdated && element('p', { class: 'warn' }, 'Outdated: ' + cluster.outdated),
    cluster.jobs.map(one => job(one, kubernetes)), cluster.leftOut > 0 && element('p', {}, leftOut(cluster)));
}

export function jobs(title, found, now) {
  return [heading(title), found.clusters.map(cluster => jobsOf(cluster, now.clusters.find(one => one.name === cluster.cluster)))];
}

function arithmetic(set, cluster) {
  return [element('p', { class: 'answer' }, set.notScalable ? 'Current ' + set.replicas + ': ' + set.notScalable + '.'
    : ['Desired ', number('why.desired', set.desired), ': ' + set.busy + ' busy nodes and ' + set.pendingNodes + ' more for pending jobs'
      + (set.desired === set.busy + set.pendingNodes ? '.' : ', adjusted as follows.')]),
  element('ul', { class: 'plain' }, set.reasons.map(reason => element('li', {}, reason))),
  facts(['min', String(set.min)], ['max', String(set.max)], ['current', String(set.replicas)], ['nodes', link(nodesAt({ ...within(cluster), nodeset: set.namespace + '/' + set.name }), 'List')], ['busy', String(set.busy)], ['idle', String(set.idle)],
    ['starting', String(set.starting)], ['draining', String(set.draining)], ['unusable', String(set.unusable)], ['ghost nodes', String(set.ghosts)])];
}

function history(set) {
  return table('Latest changes', [['Time'], ['Desired', 'number'], ['Current', 'number'], ['Why', 'wide']],
    [...set.decisions].reverse().map(one => [day(one.at), String(one.desired), String(one.replicas), one.why]));
}

export function nodeSet(title, found, { now }) {
  return [heading(title), found.clusters.map(({ cluster, observedAt, nodeSet: set }) => element('div', {},
    element('p', { class: 'quiet' }, 'Cluster ' + cluster + ', as of ' + clock(observedAt) + '.'),
    element('section', { class: 'card' }, arithmetic(set, cluster), set.decisions.length > 0 && decisions(set, now)),
    element('section', { class: 'card' }, element('h3', {}, 'Jobs'), set.jobs.length ? table(
      'By priority', [['Job'], ['Counted'], ['Nodes for each task', 'number'], ['Added nodes', 'number'], ['Reason'], ['Why', 'wide']],
      set.jobs.map(one => [link(pageOf('job', one.jobId, cluster), String(one.jobId)), one.tasks > 1 ? one.counted + ' of ' + one.tasks + ' tasks' : one.counted ? 'yes' : 'no',
        one.nodesEach === undefined ? '\u2013' : String(one.nodesEach), number('why.nodes', one.nodes), one.reason, one.why])) : element('p', {}, 'No job is pending for this NodeSet.'),
    set.jobsLeftOut > 0 && element('p', { class: 'quiet' }, count(set.jobsLeftOut, 'more job') + ' not shown.')),
    element('section', { class: 'card' }, element('h3', {}, 'Changes'), history(set))))];
}

export function missing(title, message) {
  return [heading(title), element('section', { class: 'card' }, element('p', { class: 'answer' }, message[0].toUpperCase() + message.slice(1) + '.'))];
}
