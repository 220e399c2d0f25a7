import { amount, badge, bar, bytes, capital, card, cell, count, element, empty, facts, heading, link, note, quiet, seconds, separated, span, table, when, withheld, words } from './dom.js';
import { form, input, narrowed, pages, rows, select, suggest, totals } from './lists.js';
import { address, filtersHere, hasKubernetes, nodeSetAt, nodesAt, pageOf, within } from './links.js';

const STATES = ['', 'allocated', 'mixed', 'idle', 'planned', 'reserved', 'draining', 'drained', 'down', 'maintenance', 'powering_up', 'powering_down', 'powered_down', 'future', 'unknown'];
/** States of an outage; maintenance is planned. */
const OUT = ['draining', 'drained', 'down'];
export const UNAVAILABLE = ['draining', 'drained', 'down', 'maintenance', 'unknown'];
const GPUS = [['', 'any or none'], ['any', 'any GPU'], ['allocated', 'allocated GPUs'], ['idle', 'idle GPUs'], ['unavailable', 'unavailable GPUs']];
const SHOWN = ['state', 'partition', 'gpus', 'gpu_type', 'nodeset'];

function used(allocated, all) {
  return all ? cell(allocated / all, amount(allocated) + ' of ' + amount(all), bar(['blue', allocated / all])) : cell(-1);
}

function nodeTable(cluster, { list, pages: many }, kubernetes) {
  const columns = [['Node'], ['State'], ['Partitions'], ...kubernetes ? [['NodeSet']] : [], ['CPUs', 'number'], ['GPUs', 'number'], ['Reason', 'wide']];
  return table('Allocated CPUs and GPUs of the nodes of cluster ' + cluster, columns, list.map(node => [link(pageOf('node', node.name, cluster), node.name), cell(node.state, badge(node.state)), node.partitions.replaceAll(',', ', '),
    ...kubernetes ? [node.nodeSet ? link(nodeSetAt(node.nodeSet, cluster), node.nodeSet.split('/')[1], node.name + ' set') : ''] : [],
    used(node.cpusAllocated, node.cpus), used(node.gpusAllocated, node.gpus), node.reason ? element('span', {}, node.reason, node.owner && quiet(' (' + node.owner + ')')) : '']),
  { quietly: true, server: many > 1 ? () => undefined : undefined });
}

function listOf(cluster, filters, now) {
  if (cluster.withheld) return card('', withheld(cluster.withheld));
  const known = now.clusters.find(one => one.name === cluster.cluster);
  suggest('nodeset', cluster.list.map(node => node.nodeSet));
  return card(totals(cluster, count(cluster.nodes, 'node'), state => nodesAt({ ...Object.fromEntries(filters), page: '', state, ...within(cluster.cluster) })),
    cluster.list.length ? nodeTable(cluster.cluster, cluster, known && hasKubernetes(known)) : empty('No node matches these filters.', 'Remove a filter to see more nodes.'),
    pages(cluster, filters, 'nodes'));
}

export function nodes(title, found, now) {
  const filters = filtersHere();
  const state = filters.get('state') || '';
  const drawn = found.clusters.map(cluster => listOf(cluster, filters, now));
  return [heading(title), form('nodes', filters, [
    select('state', 'State', [...new Set([...STATES, state])].map(one => [one, one.includes(',') ? one.split(',').map(words).join(' or ') : one ? words(one) : 'any']), state),
    input(filters, 'partition', 'Partition'), select('gpus', 'GPUs', GPUS, filters.get('gpus') || ''), input(filters, 'gpu_type', 'GPU type'),
    now.clusters.some(hasKubernetes) && input(filters, 'nodeset', 'NodeSet')]), narrowed('nodes', filters, SHOWN), element('div', { class: 'stack' }, drawn)];
}

/** The share of a resource that jobs hold; the rest of an unavailable node is not usable. */
function meter(node, title, allocated, all, show = amount) {
  const out = UNAVAILABLE.includes(node.state);
  return element('li', { class: 'card' }, quiet(title), element('span', { class: 'big' }, show(allocated), element('small', {}, ' of ' + show(all))),
    bar(['blue', allocated / all], [out ? 'red' : 'free', 1 - allocated / all]), quiet(out ? allocated < all ? 'the rest is not usable' : '' : show(all - allocated) + ' free'));
}

/** Begins with what is wrong: the state, who set it and when, the reason. */
function out(node) {
  if (!node.reason && !UNAVAILABLE.includes(node.state)) return undefined;
  return card('', element('p', { class: 'answer' }, capital(words(node.state)) + (node.reasonBy ? ' by ' + node.reasonBy : '') + ' ', node.reasonSince && when(node.reasonSince), node.reason ? ': ' + node.reason : '', '.'),
    node.owner && note('Owner: ' + node.owner + '.'));
}

function gpus(node, held, of) {
  if (!node.gpus) return undefined;
  const jobs = new Map();
  for (const one of held) jobs.set(one.index, [...jobs.get(one.index) || [], one]);
  const unavailable = UNAVAILABLE.includes(node.state);
  const places = Array.from({ length: Math.max(node.gpus, ...[...jobs.keys()].map(index => index + 1)) }, (unused, index) => jobs.get(index) || []);
  return card(['GPUs', quiet(node.gpuTypes.replaceAll(',', ', '))], held.length || !node.gpusAllocated ? element('ul', { class: 'gpus' }, places.map((some, index) => element('li', { class: some.length ? 'blue' : unavailable ? 'red' : '' },
    element('div', { class: 'quiet' }, 'GPU ' + index), some.length ? separated(some.map(one => ['job ', link(pageOf('job', one.jobId, of.cluster), one.jobId, `gpu ${index} ${one.jobId}`), one.share < 1 ? ` (${Math.round(100 * one.share)} %)` : ''])) : unavailable ? 'unavailable' : 'idle')))
    : empty(count(node.gpusAllocated, 'allocated GPU'), 'With metrics.jobs.enabled, the job of each GPU appears here.'));
}

/** The history of drains and failures, the newest first. */
function outages(node) {
  const rows = node.outages.map((one, at, all) => {
    const lasts = at === all.length - 1 && OUT.includes(node.state);
    const lasted = seconds(one.startedAt, lasts ? undefined : one.lastSeenAt);
    return [cell(Date.parse(one.startedAt), when(one.startedAt)), lasts ? 'continues' : cell(Date.parse(one.lastSeenAt), when(one.lastSeenAt)), cell(lasted, span(lasted)), [one.reason || 'no reason', quiet(' (' + one.owner + ')')]];
  }).reverse();
  return card('Drains and failures', rows.length ? table('Drains and failures since the exporter started', [['Begin'], ['End'], ['Duration', 'number'], ['Reason', 'wide']], rows, { quietly: true })
    : empty('None since the exporter started.', 'Drains and failures of this node appear here with reason and duration.'));
}

function quickFailures(hole, of) {
  return hole && element('p', { class: 'warn' }, `Jobs of ${count(hole.users, 'user')} failed on this node soon after their start: `, separated(hole.jobs.map(one => link(pageOf('job', one.jobId, of.cluster), one.jobId, 'failed ' + one.jobId))), '.');
}

function nodeOf(cluster) {
  const node = cluster.node;
  const of = within(cluster.cluster);
  return element('div', { class: 'stack' }, out(node), quickFailures(node.blackHole, of),
    element('ul', { class: 'tiles' }, meter(node, 'Allocated CPUs', node.cpusAllocated, node.cpus), meter(node, 'Allocated memory', node.memoryBytesAllocated, node.memoryBytes, bytes), node.gpus && meter(node, 'Allocated GPUs', node.gpusAllocated, node.gpus)),
    element('div', { class: 'wide-narrow' }, element('div', { class: 'stack' }, gpus(node, cluster.gpus, of), outages(node)),
      element('section', { class: 'card column' }, element('h3', {}, 'Node'), facts(node.partitions && ['Partitions', separated(node.partitions.split(',').map(name => link(address({ ...of, partition: name }), name)))],
        node.features && ['Features', node.features.replaceAll(',', ', ')], node.reservation && ['Reservation', node.reservation],
        node.nodeSet && ['NodeSet', link(nodeSetAt(node.nodeSet, cluster.cluster), node.nodeSet)], node.pod && ['Pod', node.pod], node.machine && ['Machine', node.machine]))),
    cluster.withheld ? card('', withheld(cluster.withheld)) : card(['Jobs on this node', cluster.records > cluster.jobs.length && link(address({ ...of, node: node.name }), 'List all, ' + count(cluster.records - cluster.jobs.length, 'more record'))],
      cluster.jobs.length ? rows(cluster, of, 'Jobs on this node') : empty('No job is on this node.', 'Running jobs, and jobs that ended a short time ago, appear here.')));
}

export function node(title, found) {
  return [heading(title, found.clusters.map(cluster => badge(cluster.node.state))), found.clusters.map(nodeOf)];
}
