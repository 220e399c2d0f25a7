import { bytes, clock, count, day, element, facts, heading, link, span, table, words } from './dom.js';
import { form, input, narrowed, pages, rows, select, withheld } from './lists.js';
import { address, hasKubernetes, nodeSetAt, nodesAt, pageOf, within } from './links.js';

const STATES = ['', 'allocated', 'mixed', 'idle', 'planned', 'reserved', 'draining', 'drained', 'down', 'maintenance', 'powering_up', 'powering_down', 'powered_down', 'future', 'unknown'];
export const UNAVAILABLE = ['draining', 'drained', 'down', 'maintenance', 'unknown'];
const GPUS = [['', 'any or none'], ['any', 'any GPU'], ['allocated', 'allocated GPUs'], ['idle', 'idle GPUs'], ['unavailable', 'unavailable GPUs']];
const SHOWN = ['state', 'partition', 'gpus', 'gpu_type', 'nodeset'];

function owned(node) {
  return [node.reason || '', node.owner ? ' (' + node.owner + ')' : ''];
}

/** The columns of a table of nodes; pods and NodeSets only with Kubernetes. */
export function nodeTable(caption, cluster, list, kubernetes, attributes = {}) {
  const columns = [['Node'], ['State'], ['Partitions'], ...kubernetes ? [['NodeSet'], ['Pod']] : [], ['Allocated CPUs', 'number'], ['Allocated GPUs', 'number'], ['Reason', 'wide']];
  return table(caption, columns, list.map(node => [link(pageOf('node', node.name, cluster), node.name), words(node.state), node.partitions.replaceAll(',', ', '),
    ...kubernetes ? [node.nodeSet ? link(nodeSetAt(node.nodeSet, cluster), node.nodeSet, pageOf('node', node.name, cluster) + ' set') : '', node.pod || ''] : [],
    node.cpusAllocated + ' of ' + node.cpus, node.gpus ? node.gpusAllocated + ' of ' + node.gpus : '', owned(node)]), attributes);
}

function listOf(cluster, filters, now) {
  if (cluster.withheld) return withheld(cluster);
  const known = now.clusters.find(one => one.name === cluster.cluster);
  const states = Object.entries(cluster.byState);
  return element('section', { class: 'card' }, element('h3', {}, 'Cluster ' + cluster.cluster, element('span', { class: 'quiet' }, 'as of ' + clock(cluster.observedAt))),
    element('p', {}, states.length ? [count(cluster.nodes, 'node') + ': ', states.map(([state, nodes], at) => [at ? ', ' : '',
      link(nodesAt({ ...Object.fromEntries(filters), page: '', state, ...within(cluster.cluster) }), `${nodes} ${words(state)}`)]), '.'] : 'No node matches these filters.'),
    cluster.list.length > 0 && nodeTable('Nodes of cluster ' + cluster.cluster, cluster.cluster, cluster.list, known && hasKubernetes(known), { class: 'stack' }),
    pages(cluster, filters, 'nodes'));
}

/** The nodes that match the filters. */
export function nodes(title, found, now) {
  const filters = new URLSearchParams(location.hash.split('?')[1] || '');
  const state = filters.get('state') || '';
  return [heading(title), form('nodes', filters, [
    select('state', 'State', [...new Set([...STATES, state])].map(one => [one, one.includes(',') ? one.split(',').map(words).join(' or ') : one ? words(one) : 'any']), state),
    input(filters, 'partition', 'Partition'), select('gpus', 'GPUs', GPUS, filters.get('gpus') || ''), input(filters, 'gpu_type', 'GPU type'),
    now.clusters.some(hasKubernetes) && input(filters, 'nodeset', 'NodeSet')]), narrowed('nodes', filters, SHOWN),
  found.clusters.map(cluster => listOf(cluster, filters, now))];
}

function free(node, used, all, show = String) {
  if (!UNAVAILABLE.includes(node.state)) return `${show(all - used)} free of ${show(all)}`;
  return used ? `${show(used)} of ${show(all)} allocated, the rest not usable` : `${show(all)}, none usable`;
}

/** Begins with what is wrong: the state, who set it and when, the reason. */
function out(node) {
  if (!node.reason && !UNAVAILABLE.includes(node.state)) return undefined;
  const state = words(node.state);
  return element('p', { class: 'answer' }, state[0].toUpperCase() + state.slice(1) + (node.reasonBy ? ' by ' + node.reasonBy : '')
    + (node.reasonSince ? ' ' + span(node.reasonAgeSeconds) + ' ago' : '') + (node.reason ? ': ' + node.reason : '') + '.',
  node.owner && element('span', { class: 'quiet' }, ' Owner: ' + node.owner + (node.reasonSince ? ', since ' + day(node.reasonSince) : '') + '.'));
}

function nodeOf(cluster, now) {
  const node = cluster.node;
  const of = within(cluster.cluster);
  return element('div', {}, element('section', { class: 'card' },
    element('h3', {}, node.name, element('span', { class: 'badge' }, words(node.state)), element('span', { class: 'quiet' }, 'cluster ' + cluster.cluster)),
    out(node),
    facts(['CPUs', free(node, node.cpusAllocated, node.cpus)], ['memory', free(node, node.memoryBytesAllocated, node.memoryBytes, bytes)],
      node.gpus && ['GPUs', free(node, node.gpusAllocated, node.gpus) + ' (' + node.gpuTypes + ')'],
      node.partitions && ['partitions', node.partitions.split(',').map((name, at) => [at ? ', ' : '', link(address({ ...of, partition: name }), name)])],
      node.features && ['features', node.features], node.reservation && ['reservation', node.reservation],
      node.nodeSet && ['NodeSet', link(nodeSetAt(node.nodeSet, cluster.cluster), node.nodeSet)],
      node.pod && ['pod', node.pod], node.machine && ['machine', node.machine])),
  cluster.withheld ? withheld(cluster) : element('section', { class: 'card' }, element('h3', {}, 'Jobs on this node'),
    cluster.jobs.length ? rows(cluster, of, now) : element('p', {}, 'No job is on this node.'),
    cluster.records > cluster.jobs.length && element('p', {}, link(address({ ...of, node: node.name }), 'List all, ' + count(cluster.records - cluster.jobs.length, 'more record')))));
}

export function node(title, found, now) {
  return [heading(title), found.clusters.map(cluster => nodeOf(cluster, now.now))];
}
