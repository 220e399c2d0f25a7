import { badge, clock, count, element, heading, link, span, sum, table, words } from './dom.js';
import { address, pageOf, within } from './links.js';

/** Filters in the form; links can also set the others, which the page lists. */
const FIELDS = [['partition', 'Partition'], ['account', 'Account'], ['user', 'User'], ['reason', 'Reason'], ['node', 'Node']];
const SHOWN = ['state', ...FIELDS.map(([name]) => name), 'fold'];
const STATES = ['', 'pending', 'running', 'completing', 'configuring', 'suspended', 'completed', 'failed', 'timeout', 'cancelled', 'out_of_memory', 'node_fail', 'preempted'];
const ORDERS = { priority: 'priority', wait: 'longest wait', gpus: 'most GPUs', nodes: 'most nodes', start: 'newest start', end: 'newest end', id: 'job id' };
const ARRAYS = [['', 'one row'], ['false', 'each task']];
const NAMES = { reason_class: 'reason class', gpu_type: 'GPU type', nodeset: 'NodeSet', qos: 'QOS' };
/** Values that mean no filter. */
const DEFAULTS = ['sort=priority'];

export function select(name, label, options, value) {
  return element('label', {}, label + ' ', element('select', { name, 'data-key': 'filter:' + name },
    options.map(([option, text]) => element('option', { value: option, selected: option === value }, text))));
}

export function input(filters, name, label) {
  return element('label', {}, label + ' ',
    element('input', { name, value: filters.get(name) || '', autocomplete: 'off', spellcheck: 'false', 'data-key': 'filter:' + name }));
}

/** Returns a form that opens the same list with other filters. */
export function form(list, filters, fields) {
  const made = element('form', { class: 'filters', 'aria-label': 'Filters' }, fields, element('button', { 'data-key': 'filter:apply' }, 'Apply'));
  made.addEventListener('submit', event => {
    event.preventDefault();
    const next = new URLSearchParams(filters);
    next.delete('page');
    for (const [name, value] of new FormData(made)) {
      if (value.trim() && !DEFAULTS.includes(name + '=' + value)) next.set(name, value.trim());
      else next.delete(name);
    }
    location.hash = `#/${list}?` + next;
  });
  return made;
}

/** The filters that are not in the form, each with a link that removes it. */
export function narrowed(list, filters, shown) {
  const others = [...filters].filter(([name, value]) => value && ![...shown, 'page', 'limit', 'sort'].includes(name));
  return others.length > 0 && element('p', {}, 'Also filtered by: ', others.map(([name, value], at) => {
    const next = new URLSearchParams(filters);
    next.delete(name);
    next.delete('page');
    return [at ? ', ' : '', `${NAMES[name] || name} ${words(value)} (`, element('a', { href: `#/${list}?` + next, 'data-key': 'without:' + name, 'aria-label': 'Remove the filter ' + (NAMES[name] || name) }, 'remove'), ')'];
  }), '.');
}

function requested(job) {
  return job.asks.gpus.map(gpu => gpu.count + ' ' + gpu.type).join(', ');
}

function since(job, now) {
  const from = job.pending ? job.eligibleAt || job.submittedAt : job.startedAt || job.submittedAt;
  const to = job.endedAt && !job.pending ? Date.parse(job.endedAt) : Date.parse(now);
  return from ? span(Math.max(0, (to - Date.parse(from)) / 1000)) : '\u2013';
}

/** The tasks of a row; a folded array links to a list of its tasks. */
function tasks(job, of) {
  if (!job.folded) return job.tasks > 1 ? String(job.tasks) : '';
  return link(address({ ...of, array: job.arrayJobId, state: job.state, reason: job.reason, fold: 'false' }), [String(job.tasks), element('span', { class: 'hidden' }, ' tasks, list each')]);
}

function row(job, of, now) {
  const to = (name, value) => value && link(address({ ...of, [name]: value }), value, `${job.jobId} ${name} ${value}`);
  const id = job.folded ? job.arrayJobId : job.jobId;
  return [link(pageOf('job', id, of.cluster), String(id), `${job.jobId} job`), badge(job), to('user', job.user) || '', to('account', job.account) || '',
    job.partitions.map((name, at) => [at ? ', ' : '', to('partition', name)]), job.pending ? to('reason', job.reason) : job.folded ? 'of each task' : job.runsOn || '',
    tasks(job, of), String(job.asks.nodes), requested(job), since(job, now)];
}

const COLUMNS = [['Job'], ['State'], ['User'], ['Account'], ['Partition'], ['Reason, or nodes'], ['Tasks', 'number'], ['Nodes', 'number'], ['GPUs', 'number'], ['Pending or running for', 'number']];

/** A table of jobs; if the heading above has the same words, the caption is only for screen readers. */
export function rows(cluster, of, now, above) {
  const arrays = cluster.jobs.some(job => job.tasks > 1) ? '. Nodes and GPUs of an array: of each task' : '';
  return table((above || 'Jobs of cluster ' + cluster.cluster) + arrays, COLUMNS, cluster.jobs.map(job => row(job, of, now)), { class: 'stack', quietly: Boolean(above) && !arrays });
}

export function pages(cluster, filters, list = 'jobs') {
  if (cluster.pages < 2) return undefined;
  const to = (page, text) => {
    const next = new URLSearchParams(filters);
    next.set('page', page);
    return element('a', { href: '#/' + list + '?' + next, 'data-key': text }, text);
  };
  return element('nav', { class: 'pages', 'aria-label': 'Pages of cluster ' + cluster.cluster }, cluster.page > 1 && [to(1, 'First page'), to(cluster.page - 1, 'Previous page')],
    element('span', {}, `Page ${cluster.page} of ${cluster.pages}`), cluster.page < cluster.pages && [to(cluster.page + 1, 'Next page'), to(cluster.pages, 'Last page')]);
}

export function withheld(cluster) {
  return element('section', { class: 'card' }, element('p', { class: 'bad' }, 'Not shown: ' + cluster.withheld + '.'));
}

function jobsOf(cluster, filters, now) {
  if (cluster.withheld) return withheld(cluster);
  const of = within(cluster.cluster);
  const states = Object.entries(cluster.byState).map(([state, jobs], at) => [at ? ', ' : '',
    link(address({ ...Object.fromEntries(filters), page: '', state, ...of }), `${jobs} ${words(state)}`)]);
  return element('section', { class: 'card' }, element('h3', {}, 'Cluster ' + cluster.cluster, element('span', { class: 'quiet' }, 'as of ' + clock(cluster.observedAt))),
    element('p', {}, states.length ? [states, '.'] : 'No job matches these filters.', sum(cluster.byState) > cluster.rows && element('span', { class: 'quiet' },
      ` ${count(cluster.rows, 'row')}: ${cluster.rows < cluster.records ? 'an array is one row for each state and reason.' : 'an array is one row until its tasks start.'}`)),
    cluster.jobs.length > 0 && rows(cluster, of, now), pages(cluster, filters));
}

/** Returns the request for a list of jobs: arrays are folded unless the address says otherwise. */
export function request(query) {
  const asked = new URLSearchParams(query);
  asked.set('fold', String(asked.get('fold') !== 'false'));
  return 'api/v1/jobs?' + asked;
}

export function jobs(title, found, now) {
  const filters = new URLSearchParams(location.hash.split('?')[1] || '');
  const state = filters.get('state') || '';
  const fields = FIELDS.filter(([name]) => now.exporter.showsUsers || name !== 'user').map(([name, label]) => input(filters, name, label));
  return [heading(title), form('jobs', filters, [
    select('state', 'State', [...new Set([...STATES, state])].map(one => [one, one.includes(',') ? 'several states' : one ? words(one) : 'any']), state), fields,
    select('sort', 'Sort by', Object.entries(ORDERS), filters.get('sort') || 'priority'), select('fold', 'Arrays', ARRAYS, filters.get('fold') || '')]),
  narrowed('jobs', filters, SHOWN), found.clusters.map(cluster => jobsOf(cluster, filters, now.now))];
}
