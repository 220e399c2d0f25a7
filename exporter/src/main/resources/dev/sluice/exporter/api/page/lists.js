import { amount, badge, bar, bytes, capital, card, cell, clock, count, element, empty, heading, link, quiet, seconds, separated, span, sum, table, when, withheld, words } from './dom.js';
import { address, filtersHere, pageOf, within } from './links.js';

/** Filters in the form; links can also set the others, which the page lists. */
const FIELDS = [['partition', 'Partition'], ['account', 'Account'], ['user', 'User'], ['reason', 'Reason'], ['node', 'Node']];
const SHOWN = ['state', ...FIELDS.map(([name]) => name), 'fold'];
const STATES = ['', 'pending', 'running', 'completing', 'configuring', 'suspended', 'completed', 'failed', 'timeout', 'cancelled', 'out_of_memory', 'node_fail', 'preempted'];
const ARRAYS = [['', 'one row'], ['false', 'each task']];
const NAMES = { reason_class: 'reason class', gpu_type: 'GPU type', nodeset: 'NodeSet', qos: 'QOS' };
/** The orders of the exporter by column. */
const SORTS = { Job: 'id', Nodes: 'nodes', GPUs: 'gpus', Wait: 'wait', Time: 'wait', Ends: 'end' };

/** Names that the fields of forms suggest, by field: those of the newest answers. */
const known = {};

/** Adds names to the suggestions of a field. */
export function suggest(name, values) {
  known[name] = new Set([...known[name] || [], ...values.filter(value => value)]);
}

/** Takes the partitions and reasons of an overview as suggestions. */
export function learn(now) {
  for (const { jobs } of now.clusters.filter(cluster => !cluster.jobs.withheld)) {
    suggest('partition', jobs.partitions.map(one => one.name));
    suggest('reason', jobs.pending.flatMap(one => Object.keys(one.reasons)));
  }
  suggest('gpu_type', now.clusters.flatMap(cluster => cluster.gpus || []).map(one => one.type));
}

export function select(name, label, options, value) {
  return element('label', {}, label + ' ', element('select', { name, 'data-key': 'filter:' + name },
    options.map(([option, text]) => element('option', { value: option, selected: option === value }, text))));
}

export function input(filters, name, label) {
  const names = [...known[name] || []].sort();
  return element('label', {}, label + ' ',
    element('input', { name, value: filters.get(name) || '', autocomplete: 'off', spellcheck: 'false', 'data-key': 'filter:' + name, list: names.length > 0 && 'known-' + name }),
    names.length > 0 && element('datalist', { id: 'known-' + name }, names.map(value => element('option', { value }))));
}

/** Returns a form that opens the same list with other filters. */
export function form(list, filters, fields) {
  const made = element('form', { class: 'filters', 'aria-label': 'Filters' }, fields, element('button', { 'data-key': 'filter:apply' }, 'Apply'));
  made.addEventListener('submit', event => {
    event.preventDefault();
    const next = new URLSearchParams(filters);
    next.delete('page');
    for (const [name, value] of new FormData(made)) {
      if (value.trim()) next.set(name, value.trim());
      else next.delete(name);
    }
    location.hash = `#/${list}?` + next;
  });
  return made;
}

/** The filters that are not in the form, each with a link that removes it. */
export function narrowed(list, filters, shown) {
  const others = [...filters].filter(([name, value]) => value && ![...shown, 'page', 'limit', 'sort'].includes(name));
  return others.length > 0 && element('p', {}, 'Also filtered by: ', separated(others.map(([name, value]) => {
    const next = new URLSearchParams(filters);
    next.delete(name);
    next.delete('page');
    return [`${NAMES[name] || name} ${words(value)} (`, element('a', { href: `#/${list}?` + next, 'data-key': 'without:' + name, 'aria-label': 'Remove the filter ' + (NAMES[name] || name) }, 'remove'), ')'];
  })), '.');
}

export function gpusOf(held) {
  return held.gpus.map(gpu => gpu.count + (gpu.type === 'any' ? '' : ' ' + gpu.type)).join(', ');
}

/** When a job ended, or its time limit ends it. */
export function endOf(job) {
  if (job.pending) return undefined;
  if (job.endedAt) return job.endedAt;
  return job.state === 'running' && job.startedAt && job.timeLimitSeconds ? new Date(Date.parse(job.startedAt) + 1000 * job.timeLimitSeconds).toISOString() : undefined;
}

/** How long a job is pending, or ran until now or until its end. */
function time(job) {
  const lasts = job.pending ? seconds(job.eligibleAt || job.submittedAt) : seconds(job.startedAt || job.submittedAt, job.endedAt);
  return cell(lasts, span(lasts), job.state === 'running' && job.timeLimitSeconds && bar(['blue', lasts / job.timeLimitSeconds]));
}

/** The tasks of a row; a folded array links to a list of its tasks. */
function tasks(job, of) {
  if (!job.folded) return job.tasks > 1 && [' ', quiet(job.tasks + ' tasks')];
  return [' ', link(address({ ...of, array: job.arrayJobId, state: job.state, reason: job.reason, fold: 'false' }), [amount(job.tasks) + ' tasks', element('span', { class: 'hidden' }, ', list each')])];
}

function row(job, of) {
  const to = (name, value) => value ? link(address({ ...of, [name]: value }), value, `${job.jobId} ${name} ${value}`) : '';
  const id = job.folded ? job.arrayJobId : job.jobId;
  return [cell(id, link(pageOf('job', id, of.cluster), id, `${job.jobId} job`), tasks(job, of), job.name && element('div', { class: 'quiet name', title: job.name }, job.name)), cell(job.state, badge(job.state)),
    job.user ? link(pageOf('user', job.user, of.cluster), job.user, job.jobId + ' user') : '', to('account', job.account), cell(job.partitions.join(), separated(job.partitions.map(name => to('partition', name)))),
    job.pending ? to('reason', job.reason) : job.folded ? '' : job.runsOn || '', job.asks.nodes, job.asks.cpus, cell(job.asks.memoryBytes, job.asks.memoryBytes && bytes(job.asks.memoryBytes)),
    cell(job.asks.gpus.reduce((all, gpu) => all + gpu.count, 0), gpusOf(job.asks)), time(job), cell(job.timeLimitSeconds, job.timeLimitSeconds ? span(job.timeLimitSeconds) : 'none'), cell(Date.parse(endOf(job)) || Infinity, when(endOf(job)))];
}

/** A table of jobs without the columns that its heading makes superfluous. */
export function rows(cluster, of, above, server, without = []) {
  const { jobs } = cluster;
  suggest('account', jobs.map(job => job.account));
  suggest('user', jobs.map(job => job.user));
  const place = jobs.every(job => job.pending) ? 'Reason' : jobs.some(job => job.pending) ? 'Reason / nodes' : 'Node list';
  const lasts = place === 'Reason' ? 'Wait' : place === 'Node list' ? 'Run time' : 'Time';
  const hidden = [...without, !jobs.some(job => job.user) && 'User', jobs.every(job => job.state === jobs[0].state) && 'State', place === 'Reason' && 'Ends'];
  const columns = [['Job'], ['State'], ['User'], ['Account'], ['Partition'], [place], ['Nodes', 'number less'], ['CPUs', 'number'], ['Memory', 'number less'], ['GPUs', 'number'], [lasts, 'number'], ['Limit', 'number less'], ['Ends', 'number']];
  const kept = (unused, at) => !hidden.includes(columns[at][0]);
  return table(above || 'Jobs of cluster ' + cluster.cluster, columns.filter(kept), jobs.map(job => row(job, of).filter(kept)), { quietly: true, server, first: jobs.every(job => job.state === 'running') && 'Ends' });
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

/** The title of a list of one cluster, with its totals by state. */
export function totals(cluster, all, to) {
  return [element('span', {}, all), element('span', { class: 'legend' }, Object.entries(cluster.byState).map(([state, some]) => link(to(state), badge(state, some), 'state:' + state))),
    quiet('Cluster ' + cluster.cluster + ', as of ' + clock(cluster.observedAt))];
}

function jobsOf(cluster, filters) {
  if (cluster.withheld) return card('', withheld(cluster.withheld));
  const of = within(cluster.cluster);
  const server = cluster.pages < 2 ? undefined : title => {
    const sort = title === 'Run time' ? filters.get('state') === 'running' && 'start' : SORTS[title];
    const down = filters.get('sort') === sort;
    return sort && { to: address({ ...Object.fromEntries(filters), page: '', sort: down ? '' : sort }), down };
  };
  return card(totals(cluster, count(sum(cluster.byState), 'job'), state => address({ ...Object.fromEntries(filters), page: '', state, ...of })),
    sum(cluster.byState) > cluster.rows && element('p', { class: 'quiet' },
      `${count(cluster.rows, 'row')}: ${cluster.rows < cluster.records ? 'an array is one row for each state and reason' : 'an array is one row until its tasks start'}, with the resources of each task.`),
    cluster.jobs.length ? rows(cluster, of, undefined, server) : empty('No job matches these filters.', 'Remove a filter to see more jobs.'), pages(cluster, filters));
}

/** Returns the request for a list of jobs: arrays are folded unless the address says otherwise. */
export function request(query) {
  const asked = new URLSearchParams(query);
  asked.set('fold', String(asked.get('fold') !== 'false'));
  return 'api/v1/jobs?' + asked;
}

export function jobs(title, found, now) {
  const filters = filtersHere();
  const state = filters.get('state') || '';
  const drawn = found.clusters.map(cluster => jobsOf(cluster, filters));
  const fields = FIELDS.filter(([name]) => now.exporter.showsUsers || name !== 'user').map(([name, label]) => input(filters, name, label));
  return [heading(state && !state.includes(',') ? capital(words(state)) + ' jobs' : title), form('jobs', filters, [
    select('state', 'State', [...new Set([...STATES, state])].map(one => [one, one.includes(',') ? 'several states' : one ? words(one) : 'any']), state), fields,
    select('fold', 'Arrays', ARRAYS, filters.get('fold') || '')]),
  narrowed('jobs', filters, SHOWN), element('div', { class: 'stack' }, drawn)];
}
