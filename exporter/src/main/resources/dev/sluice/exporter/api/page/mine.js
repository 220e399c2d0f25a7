import { bar, bytes, clock, count, element, heading, link, number, span, sum, table } from './dom.js';
import { address, pageOf, within } from './links.js';
import { rows, withheld } from './lists.js';

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

function section(title, found, state, of, now) {
  if (found.withheld) return withheld(found);
  const left = found.records - found.jobs.length;
  return element('section', { class: 'card' }, element('h3', {}, title, link(address({ ...of, state, sort: state === ENDED ? 'end' : '' }), count(sum(found.byState), 'job'), 'all ' + title)),
    found.jobs.length ? rows(found, of.cluster ? { cluster: of.cluster } : {}, now, title) : element('p', {}, 'No job.'),
    left > 0 && element('p', {}, link(address({ ...of, state, sort: state === ENDED ? 'end' : '' }), 'List all, ' + count(left, 'more record'))));
}

/** The pending jobs by Slurm's reason, the most frequent first. */
function reasons(found, of) {
  const jobs = Object.entries(found.byReason || {}).sort((one, other) => other[1] - one[1]);
  return jobs.length > 0 && element('p', { class: 'answer' }, 'Pending by reason: ', jobs.map(([reason, tasks], at) =>
    [at ? ', ' : '', link(address({ ...of, reason }), [reason, ' ', number('reason.' + reason, tasks)])]), '.');
}

function ratio(value) {
  return value === undefined ? '\u2013' : value.toFixed(3);
}

function fairShare(found) {
  if (!found.fairShare.length) return element('p', {}, 'Slurm lists no fair share.');
  return [table('As sshare -l prints it', [['Account'], ['User'], ['NormShares', 'number'], ['Usage', 'number'], ['EffectvUsage', 'number'], ['FairShare', 'number'], ['LevelFS', 'number']],
    found.fairShare.map(one => [one.account ? link(pageOf('account', one.account, found.cluster), one.account, `${one.account} of ${one.user || ''}`) : '\u2013', one.user ? link(pageOf('user', one.user, found.cluster), one.user, `${one.user} in ${one.account}`) : '',
      ratio(one.sharesRatio), span(one.usageSeconds), ratio(one.usageRatio), ratio(one.factor), ratio(one.level)]), { class: 'stack' }),
  found.fairShareLeftOut > 0 && element('p', { class: 'quiet' }, count(found.fairShareLeftOut, 'more share') + ' not shown.')];
}

function limits(found) {
  if (!found.limits.length) return element('p', {}, 'No limit of a QOS or an account is known.');
  const amount = (limit, value) => value === undefined ? '\u2013' : limit.resource === 'mem' ? bytes(value) : String(value);
  return table('Limits of the QOS of these jobs, and of the accounts', [['Limit'], ['Used', 'number'], ['Max', 'number'], ['Share', 'bars'], ['Meaning', 'wide']],
    found.limits.map(one => [`${one.owner === 'account' ? 'Account' : 'QOS'} ${one.name || ''}: ${one.limit} ${one.resource || ''}`, amount(one, one.used), amount(one, one.max),
      one.used === undefined ? '' : bar(['d', one.max ? one.used / one.max : 1]), one.sentence]), { class: 'stack' });
}

function cluster(found, [pending, running, ended], kind, name, now) {
  const of = { [kind]: name, ...within(found.cluster) };
  return element('div', { 'data-cluster': found.cluster },
    element('p', { class: 'quiet' }, 'Cluster ' + found.cluster + (found.observedAt ? ', as of ' + clock(found.observedAt) : '') + '.'),
    reasons(pending, of),
    section('Pending jobs', pending, WAITING, of, now), section('Running jobs', running, STARTED, of, now), section('Recently ended jobs', ended, ENDED, of, now),
    element('section', { class: 'card' }, element('h3', {}, 'Fair share'), fairShare(found)),
    element('section', { class: 'card' }, element('h3', {}, 'Limits'), limits(found)),
    found.withheld.map(why => element('p', { class: 'quiet' }, 'Not shown: ' + why + '.')));
}

export function draw(kind, name) {
  return (title, [own, ...lists], now) => [heading(title), own.clusters.map((found, at) =>
    cluster(found, lists.map(list => list.clusters[at]), kind, name, now.now))];
}
