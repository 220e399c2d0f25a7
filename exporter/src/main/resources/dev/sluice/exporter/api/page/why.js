import { bytes, clock, count, day, element, facts, number, sum, table, words } from './dom.js';
import { decisions } from './chart.js';

const VERDICT = { running: 'It runs.', completing: 'It is completing.', configuring: 'It has nodes, and they are starting.', suspended: 'It is suspended.' };

function list(parts) {
  return parts.filter(part => part).join(', ') || 'nothing';
}

function gpus(all, of) {
  return all.map(one => one[of] + ' of ' + (one.type === 'any' ? 'any type' : 'type ' + one.type)).join(', ');
}

function answer(job) {
  if (job.pending) return job.meaning;
  return VERDICT[job.state] || 'It has ended: ' + words(job.state) + '.';
}

function place(one) {
  return `number ${one.position} of ${one.of} in ${one.partition}` + (one.tasksBefore ? `, ${count(one.tasksBefore, 'job')} before it` : '');
}

function ask(job) {
  return list([count(job.asks.nodes, 'node'), count(job.asks.cpus, 'CPU'), job.asks.memoryBytes ? bytes(job.asks.memoryBytes) + ' of memory' : '',
    job.asks.gpus.length ? 'GPUs: ' + gpus(job.asks.gpus, 'count') : '']) + (job.tasks > 1 ? `, in each of ${job.tasks} tasks` : '');
}

function amounts(split, show = String) {
  return `${show(split.idle)} idle of ${show(split.allocated + split.idle + split.unavailable)}`;
}

function exists(job) {
  if (!job.exists.length) return element('p', { class: 'bad' }, 'What exists is not known now: nodes cannot be read.');
  return table('What there is in its partitions now', [['Partition'], ['Nodes'], ['CPUs'], ['Memory'], ['GPUs']], job.exists.map(one => [one.partition,
    Object.entries(one.nodes).map(([state, nodes]) => nodes + ' ' + words(state)).join(', ') || 'none', amounts(one.cpus), amounts(one.memoryBytes, bytes),
    one.gpus.length ? one.gpus.map(gpu => element('div', {}, `${gpu.type}: ${amounts(gpu)}`)) : 'none']));
}

function growth(job) {
  if (job.scaling.sentence) {
    const pool = job.scaling.job.pool;
    return [job.scaling.sentence + ' ', pool && element('a', { href: '#/nodeset/' + [pool.namespace, pool.name].map(encodeURIComponent).join('/') }, 'How many nodes that NodeSet should have, and why')];
  }
  return job.scaling.withheld ? 'Not known now: ' + job.scaling.withheld : 'No NodeSet serves it.';
}

function start(job) {
  return job.expectedStartAt ? 'about ' + day(job.expectedStartAt) + ' (' + job.expectedStartBy + ')' : 'Slurm gives no estimate.';
}

function job(one) {
  const jobTitle = 'Job ' + one.jobId + (one.name ? ' \u201c' + one.name + '\u201d' : '');
  const array = one.arrayJobId && one.arrayJobId !== one.jobId ? 'of array ' + one.arrayJobId : one.tasks > 1 ? count(one.tasks, 'task') + ' of an array' : '';
  return element('section', { class: 'card', 'data-job': one.jobId },
    element('h3', {}, jobTitle, element('span', { class: 'badge ' + (one.pending ? 'warn' : 'ok') }, words(one.state)),
      element('span', { class: 'quiet' }, list([array, one.user && 'user ' + one.user, one.account && 'account ' + one.account, 'partition ' + one.partitions.join(', '), one.qos && 'QOS ' + one.qos]))),
    element('p', { class: 'answer' }, answer(one)),
    one.pending && element('p', {}, one.todo.replaceAll('ID', one.jobId)),
    one.pending
      ? facts(['Slurm says', one.reason], ['in the queue', one.places.length ? one.places.map(place).join('; ') : 'no place: it is held'], ['priority', String(one.priority)],
        ['waits since', day(one.eligibleAt || one.submittedAt)], ['expected start', start(one)])
      : facts(one.startedAt && ['started', day(one.startedAt)], one.endedAt && ['ended', day(one.endedAt)], one.runsOn && ['nodes', one.runsOn]),
    element('p', {}, element('b', {}, 'It asks for '), ask(one), '.'),
    one.pending && [exists(one), element('p', {}, element('b', {}, 'More nodes? '), growth(one))]);
}

function heading(text, ...more) {
  return [element('p', {}, element('a', { href: '#/', 'data-key': 'back' }, '\u2190 The whole cluster')), element('h2', { tabindex: -1, id: 'answer' }, text, ...more)];
}

export function jobs(title, found) {
  return [heading(title), found.clusters.map(cluster => element('div', {},
    element('p', { class: 'quiet' }, 'Cluster ' + cluster.cluster + ', as of ' + clock(cluster.observedAt)
      + (sum(cluster.byState) > 1 ? ': ' + Object.entries(cluster.byState).map(([state, jobs]) => jobs + ' ' + words(state)).join(', ') : '') + '.'),
    cluster.outdated && element('p', { class: 'warn' }, 'Old: ' + cluster.outdated),
    cluster.jobs.map(job), cluster.leftOut > 0 && element('p', { class: 'quiet' }, count(cluster.leftOut, 'more record') + ' not shown.')))];
}

function arithmetic(set) {
  return [element('p', { class: 'answer' }, set.notScalable ? 'It has ' + set.replicas + ': ' + set.notScalable + '.'
    : ['It should have ', number('why.desired', set.desired), ': ' + set.busy + ' busy and ' + set.pendingNodes + ' that jobs need beyond them'
      + (set.desired === set.busy + set.pendingNodes ? '.' : ', corrected as below.')]),
  element('ul', { class: 'plain' }, set.reasons.map(reason => element('li', {}, reason))),
  facts(['least', String(set.min)], ['most', String(set.max)], ['asked to have', String(set.replicas)], ['busy', String(set.busy)], ['idle', String(set.idle)],
    ['starting', String(set.starting)], ['draining', String(set.draining)], ['unusable', String(set.unusable)], ['ghosts', String(set.ghosts)])];
}

function history(set) {
  return table('The last decisions', [['When'], ['Should have', 'number'], ['Asked to have', 'number'], ['Why', 'wide']],
    [...set.decisions].reverse().map(one => [day(one.at), String(one.desired), String(one.replicas), one.why]));
}

export function nodeSet(title, found, now) {
  return [heading(title), found.clusters.map(({ cluster, observedAt, nodeSet: set }) => element('div', {},
    element('p', { class: 'quiet' }, 'Cluster ' + cluster + ', as of ' + clock(observedAt) + '.'),
    element('section', { class: 'card' }, arithmetic(set), set.decisions.length > 0 && decisions(set, now)),
    element('section', { class: 'card' }, element('h3', {}, 'Job by job'), set.jobs.length ? table(
      'In the order in which they were considered, by priority', [['Job'], ['Counted'], ['Nodes each', 'number'], ['Adds nodes', 'number'], ['Slurm says'], ['Why', 'wide']],
      set.jobs.map(one => [element('a', { href: '#/job/' + one.jobId }, String(one.jobId)), one.tasks > 1 ? one.counted + ' of ' + one.tasks + ' tasks' : one.counted ? 'yes' : 'no',
        one.nodesEach === undefined ? '\u2013' : String(one.nodesEach), number('why.nodes', one.nodes), one.reason, one.why])) : element('p', {}, 'No job waits for it.'),
    set.jobsLeftOut > 0 && element('p', { class: 'quiet' }, count(set.jobsLeftOut, 'more job') + ' not shown.')),
    element('section', { class: 'card' }, element('h3', {}, 'Decisions'), history(set))))];
}

export function missing(title, message) {
  return [heading(title), element('section', { class: 'card' }, element('p', { class: 'answer' }, message[0].toUpperCase() + message.slice(1) + '.'))];
}
