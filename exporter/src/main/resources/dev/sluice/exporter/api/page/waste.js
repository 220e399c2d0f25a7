import { clock, count, element, heading, link, span, table } from './dom.js';
import { address, pageOf, within } from './links.js';
import { pages, withheld } from './lists.js';

const COLUMNS = [['Job'], ['User'], ['Account'], ['Partition'], ['GPUs', 'number'], ['GPU-hours', 'number'], ['Run time', 'number'], ['Time limit', 'number'], ['Findings', 'wide']];

function hours(seconds) {
  return (seconds / 3600).toFixed(1);
}

function row(job, of) {
  const to = (name, value) => value ? link(address({ ...of, state: 'running', [name]: value }), value, `${job.jobId} ${name} ${value}`) : '';
  return [link(pageOf('job', job.jobId, of.cluster), String(job.jobId)), to('user', job.user), to('account', job.account), to('partition', job.partitions[0]),
    job.holds.gpus.map(gpu => gpu.count + ' ' + gpu.type).join(', ') || 'none', hours(job.gpuSeconds), span(job.runSeconds), span(job.timeLimitSeconds),
    job.findings.map(one => element('div', { 'data-finding': one.code }, one.sentence))];
}

function only(filters) {
  const next = new URLSearchParams(filters);
  next.delete('page');
  const flagged = next.get('flagged') === 'true';
  if (flagged) next.delete('flagged');
  else next.set('flagged', 'true');
  return link('#/waste?' + next, flagged ? 'All jobs with GPUs' : 'Only jobs with findings');
}

function wasteOf(cluster, filters) {
  if (cluster.withheld) return withheld(cluster);
  return element('section', { class: 'card' }, element('h3', {}, 'Cluster ' + cluster.cluster, element('span', { class: 'quiet' }, 'as of ' + clock(cluster.observedAt))),
    element('p', {}, `${count(cluster.records, 'job')}, ${hours(cluster.gpuSeconds)} allocated GPU-hours, ${count(cluster.flagged, 'job')} with findings. `, only(filters)),
    cluster.jobs.length > 0 && table('Most GPU-hours first', COLUMNS, cluster.jobs.map(job => row(job, within(cluster.cluster))), { class: 'stack' }),
    pages(cluster, filters, 'waste'));
}

/** Running jobs by allocated GPU-hours, and the resources that they hold without need. */
export function waste(title, found) {
  const filters = new URLSearchParams(location.hash.split('?')[1] || '');
  return [heading(title), element('p', { class: 'quiet' }, 'GPU utilization and idle GPUs: see the Grafana dashboard GPU efficiency.'), found.clusters.map(cluster => wasteOf(cluster, filters))];
}
