import { badge, bytes, clock, count, day, element, facts, heading, link, span, sum, table, words } from './dom.js';

/** Filters that the form shows; a link can set the others too, and the form keeps them. */
const SHOWN = [['partition', 'Partition'], ['account', 'Account'], ['user', 'User'], ['reason', 'Reason'], ['node', 'Node']];
const STATES = ['', 'pending', 'running', 'completing', 'configuring', 'suspended', 'completed', 'failed', 'timeout', 'cancelled', 'out_of_memory', 'node_fail', 'preempted'];
const ORDERS = { priority: 'priority', wait: 'longest wait', gpus: 'most GPUs', nodes: 'most nodes', start: 'newest start', end: 'newest end', id: 'job id' };

/** The address of a list with some filters. */
export function address(filters) {
  return '#/jobs?' + new URLSearchParams(Object.entries(filters).filter(([, value]) => value));
}

function select(name, label, options, value) {
  return element('label', {}, label + ' ', element('select', { name, 'data-key': 'filter:' + name },
    options.map(([option, text]) => element('option', { value: option, selected: option === value }, text))));
}

function form(filters, users) {
  const fields = SHOWN.filter(([name]) => users || name !== 'user').map(([name, label]) => element('label', {}, label + ' ',
    element('input', { name, value: filters.get(name) || '', autocomplete: 'off', spellcheck: 'false', 'data-key': 'filter:' + name })));
  const made = element('form', { class: 'filters', 'aria-label': 'Filters' },
    select('state', 'State', [...new Set([...STATES, filters.get('state') || ''])].map(state => [state, state.includes(',') ? 'several states' : state ? words(state) : 'any']), filters.get('state') || ''), fields,
    select('sort', 'Sort by', Object.entries(ORDERS), filters.get('sort') || 'priority'), element('button', { 'data-key': 'filter:apply' }, 'Apply'));
  made.addEventListener('submit', event => {
    event.preventDefault();
    const next = new URLSearchParams(filters);
    next.delete('page');
    for (const [name, value] of new FormData(made)) {
      if (value.trim()) next.set(name, value.trim());
      else next.delete(name);
    }
    if (next.get('sort') === 'priority') next.delete('sort');
    location.hash = '#/jobs?' + next;
  });
  return made;
}

function requested(job) {
  return job.asks.gpus.map(gpu => gpu.count + ' ' + gpu.type).join(', ');
}

function since(job, now) {
  const from = job.pending ? job.eligibleAt || job.submittedAt : job.startedAt || job.submittedAt;
  const to = job.endedAt && !job.pending ? Date.parse(job.endedAt) : Date.parse(now);
  return from ? span(Math.max(0, (to - Date.parse(from)) / 1000)) : '\u2013';
}

function row(job, of, now) {
  const to = (name, value) => value && link(address({ ...of, [name]: value }), value);
  return [link('#/job/' + job.jobId, String(job.jobId)), badge(job), to('user', job.user) || '', to('account', job.account) || '',
    job.partitions.map((name, at) => [at ? ', ' : '', to('partition', name)]), job.pending ? to('reason', job.reason) : job.runsOn || '',
    job.tasks > 1 ? String(job.tasks) : '', String(job.asks.nodes), requested(job), since(job, now)];
}

const COLUMNS = [['Job'], ['State'], ['User'], ['Account'], ['Partition'], ['Reason, or nodes'], ['Tasks', 'number'], ['Nodes', 'number'], ['GPUs', 'number'], ['Pending or running for', 'number']];

export function rows(cluster, of, now, caption = 'Jobs of cluster ' + cluster.cluster) {
  return table(caption, COLUMNS, cluster.jobs.map(job => row(job, of, now)), { class: 'stack' });
}

export function pages(cluster, filters, list = 'jobs') {
  if (cluster.pages < 2) return undefined;
  const to = (page, text) => {
    const next = new URLSearchParams(filters);
    next.set('page', page);
    return element('a', { href: '#/' + list + '?' + next, 'data-key': text }, text);
  };
  return element('nav', { class: 'pages', 'aria-label': 'Pages' }, cluster.page > 1 && to(cluster.page - 1, 'Previous page'),
    element('span', {}, `Page ${cluster.page} of ${cluster.pages}`), cluster.page < cluster.pages && to(cluster.page + 1, 'Next page'));
}

export function withheld(cluster) {
  return element('section', { class: 'card' }, element('p', { class: 'bad' }, 'Not shown: ' + cluster.withheld + '.'));
}

function jobsOf(cluster, filters, several, now) {
  if (cluster.withheld) return withheld(cluster);
  const states = Object.entries(cluster.byState).map(([state, jobs]) => jobs + ' ' + words(state)).join(', ');
  return element('section', { class: 'card' }, element('h3', {}, 'Cluster ' + cluster.cluster, element('span', { class: 'quiet' }, 'as of ' + clock(cluster.observedAt))),
    element('p', {}, states ? states + '.' : 'No job matches these filters.', sum(cluster.byState) > cluster.records && element('span', { class: 'quiet' },
      ' ' + count(cluster.records, 'record') + ': an array is one record until its tasks start.')),
    cluster.jobs.length > 0 && rows(cluster, several ? { cluster: cluster.cluster } : {}, now), pages(cluster, filters));
}

export function jobs(title, found, now) {
  const filters = new URLSearchParams(location.hash.split('?')[1] || '');
  return [heading(title), form(filters, now.exporter.showsUsers), found.clusters.map(cluster => jobsOf(cluster, filters, now.clusters.length > 1, now.now))];
}

function free(used, all, show = String) {
  return `${show(all - used)} free of ${show(all)}`;
}

function nodeOf(cluster, now) {
  const node = cluster.node;
  const out = node.reason ? `${node.reason}${node.owner ? ', owner ' + node.owner : ''}${node.reasonBy ? ', set by ' + node.reasonBy : ''}` : '';
  return element('div', {}, element('section', { class: 'card' },
    element('h3', {}, node.name, element('span', { class: 'badge' }, words(node.state)), element('span', { class: 'quiet' }, 'cluster ' + cluster.cluster)),
    out && element('p', { class: 'answer' }, out + (node.reasonSince ? ', since ' + day(node.reasonSince) : '') + '.'),
    facts(['CPUs', free(node.cpusAllocated, node.cpus)], ['memory', free(node.memoryBytesAllocated, node.memoryBytes, bytes)],
      node.gpus && ['GPUs', free(node.gpusAllocated, node.gpus) + ' (' + node.gpuTypes + ')'], ['partitions', node.partitions],
      node.features && ['features', node.features], node.reservation && ['reservation', node.reservation],
      node.nodeSet && ['NodeSet', link('#/nodeset/' + node.nodeSet.split('/').map(encodeURIComponent).join('/'), node.nodeSet)],
      node.pod && ['pod', node.pod], node.machine && ['machine', node.machine])),
  cluster.withheld ? withheld(cluster) : element('section', { class: 'card' }, element('h3', {}, 'Jobs on this node'),
    cluster.jobs.length ? rows(cluster, {}, now) : element('p', {}, 'No job is on this node.')));
}

export function node(title, found, now) {
  return [heading(title), found.clusters.map(cluster => nodeOf(cluster, now.now))];
}
