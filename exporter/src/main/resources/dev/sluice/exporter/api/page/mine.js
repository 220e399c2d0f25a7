import { amount, bar, bytes, card, cell, clock, count, element, empty, heading, link, note, number, quiet, separated, span, sum, table, tile, when, withheld } from './dom.js';
import { address, pageOf, within } from './links.js';
import { endOf, rows } from './lists.js';

/** States of jobs that are neither pending nor ended, of pending jobs, and of ended jobs. */
const STARTED = 'running,suspended,completing,configuring,resizing,signaling,stopped,stage_out';
const WAITING = 'pending,expediting,requeued,requeue_hold,requeue_fed,special_exit,resv_del_hold';
const ENDED = 'completed,failed,timeout,cancelled,out_of_memory,node_fail,preempted,boot_fail,deadline';
const SHOWN = { [WAITING]: 50, [STARTED]: 50, [ENDED]: 20 };

/** Returns the requests of the page: fair share and limits, then pending, running and ended jobs. */
export function requests(kind, name, query) {
  const cluster = new URLSearchParams(query).get('cluster');
  const of = { [kind]: name, ...cluster && { cluster } };
  const list = (state, sort) => 'api/v1/jobs?' + new URLSearchParams({ ...of, state, sort, limit: SHOWN[state] });
  return [`api/v1/${kind}s/${encodeURIComponent(name)}` + (cluster ? '?' + new URLSearchParams({ cluster }) : ''),
    list(WAITING, 'priority'), list(STARTED, 'start'), list(ENDED, 'end')];
}

function section(title, found, state, of, none) {
  if (found.withheld) return card(title, withheld(found.withheld));
  const all = address({ ...of, state, sort: state === ENDED ? 'end' : '' });
  const left = found.records - found.jobs.length;
  return card([title, found.jobs.length > 0 && link(all, count(sum(found.byState), 'job'), 'all ' + title)],
    found.jobs.length ? rows(found, of.cluster ? { cluster: of.cluster } : {}, title, undefined, [of.user ? 'User' : 'Account']) : empty('No job.', none),
    left > 0 && element('p', {}, link(all, 'List all, ' + count(left, 'more record'), 'more ' + title)));
}

/** The pending jobs by Slurm's reason, the most frequent first. */
function reasons(found, of) {
  const jobs = Object.entries(found.byReason || {}).sort((one, other) => other[1] - one[1]);
  return separated(jobs.map(([reason, tasks]) => link(address({ ...of, reason }), [reason, ' ', number('reason.' + reason, tasks)], 'reason ' + reason)));
}

function tiles(found, pending, running, of) {
  const complete = running.jobs && running.records === running.jobs.length;
  const next = (running.jobs || []).map(endOf).filter(end => end).sort()[0];
  const gpus = complete && running.jobs.reduce((all, job) => all + job.tasks * job.asks.gpus.reduce((some, gpu) => some + gpu.count, 0), 0);
  const cpus = complete && running.jobs.reduce((all, job) => all + job.tasks * job.asks.cpus, 0);
  const share = found.fairShare.filter(one => one.factor !== undefined).map(one => one.factor);
  return element('ul', { class: 'tiles' },
    running.byState && tile('Running jobs', link(address({ ...of, state: STARTED }), amount(sum(running.byState)), 'tile running'), quiet(next && complete ? ['the first ends at the latest ', when(next)] : '')),
    pending.byState && tile('Pending jobs', link(address({ ...of, state: WAITING }), amount(sum(pending.byState)), 'tile pending'), element('div', { class: 'quiet' }, reasons(pending, of))),
    complete && tile('Requested by running jobs', [amount(gpus), element('small', {}, gpus === 1 ? ' GPU' : ' GPUs')], quiet(count(cpus, 'CPU'))),
    share.length > 0 && tile('Fair share', Math.max(...share).toFixed(2), bar(['blue', Math.max(...share)])));
}

function ratio(value) {
  return cell(value, value === undefined ? '\u2013' : value.toFixed(3));
}

function fairShare(found, kind) {
  if (!found.fairShare.length) return empty('Slurm lists no fair share.', 'With the multifactor priority plugin and slurmdbd, shares and usage appear here.');
  return [table('As sshare -l prints it', [['Account'], ...kind === 'user' ? [] : [['User']], ['NormShares', 'number'], ['Usage', 'number'], ['EffectvUsage', 'number'], ['FairShare', 'number'], ['LevelFS', 'number']],
    found.fairShare.map(one => [one.account ? link(pageOf('account', one.account, found.cluster), one.account, `${one.account} of ${one.user || ''}`) : '\u2013', ...kind === 'user' ? [] : [one.user ? link(pageOf('user', one.user, found.cluster), one.user, `${one.user} in ${one.account}`) : ''],
      ratio(one.sharesRatio), cell(one.usageSeconds, span(one.usageSeconds)), ratio(one.usageRatio), ratio(one.factor), ratio(one.level)])),
  found.fairShareLeftOut > 0 && note(count(found.fairShareLeftOut, 'more share') + ' not shown.')];
}

function limits(found) {
  if (!found.limits.length) return empty('No limit of a QOS or an account is known.', 'With slurmdbd, limits and their use appear here.');
  const size = (limit, value, ...more) => cell(value, value === undefined ? '\u2013' : limit.resource === 'mem' ? bytes(value) : amount(value), more);
  return table('Limits of the QOS of these jobs, and of the accounts', [['Limit'], ['Used', 'number'], ['Max', 'number'], ['Meaning', 'wide']],
    found.limits.map(one => [element('span', { title: one.limit }, `${one.owner === 'account' ? 'Account' : 'QOS'} ${one.name || ''}: ${one.limit} ${one.resource || ''}`), size(one, one.used, one.used !== undefined && bar([one.max && one.used < one.max ? 'blue' : 'amber', one.max ? one.used / one.max : 1])), size(one, one.max), quiet(one.sentence)]), { quietly: true });
}

function cluster(found, [pending, running, ended], kind, name) {
  const of = { [kind]: name, ...within(found.cluster) };
  return element('div', { class: 'stack', 'data-cluster': found.cluster }, tiles(found, pending, running, of),
    section('Running jobs', running, STARTED, of, 'Running jobs appear here, with the time at which the time limit ends them.'), section('Pending jobs', pending, WAITING, of, 'Pending jobs appear here with their reasons.'),
    section('Recently ended jobs', ended, ENDED, of, 'Jobs that ended a short time ago appear here.'),
    element('div', { class: 'half' }, card('Fair share', fairShare(found, kind)), card('Limits', limits(found))),
    found.withheld.map(why => note('Not shown: ' + why + '.')),
    note('Cluster ' + found.cluster + (found.observedAt ? ', as of ' + clock(found.observedAt) : '') + '.'));
}

export function draw(kind, name) {
  return (title, [own, ...lists]) => [heading(title), element('div', { class: 'stack' }, own.clusters.map((found, at) =>
    cluster(found, lists.map(list => list.clusters[at]), kind, name)))];
}
