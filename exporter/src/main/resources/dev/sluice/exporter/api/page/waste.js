import { amount, bar, card, cell, clock, element, empty, heading, link, quiet, span, table, tile, withheld } from './dom.js';
import { address, filtersHere, pageOf, within } from './links.js';
import { gpusOf, pages } from './lists.js';

const COLUMNS = [['Job'], ['User'], ['Account'], ['Partition'], ['GPUs', 'number'], ['GPU-hours', 'number'], ['Run time', 'number'], ['Limit', 'number'], ['Findings', 'wide']];

function hours(seconds) {
  return (seconds / 3600).toFixed(seconds < 36000 ? 2 : 1);
}

function row(job, of) {
  const to = (name, value) => value ? link(address({ ...of, state: 'running', [name]: value }), value, `${job.jobId} ${name} ${value}`) : '';
  return [cell(job.jobId, link(pageOf('job', job.jobId, of.cluster), job.jobId), job.name && element('div', { class: 'quiet name', title: job.name }, job.name)), to('user', job.user), to('account', job.account), to('partition', job.partitions[0]),
    cell(job.holds.gpus.reduce((all, gpu) => all + gpu.count, 0), gpusOf(job.holds) || 'none'), cell(job.gpuSeconds, hours(job.gpuSeconds)), cell(job.runSeconds, span(job.runSeconds), job.timeLimitSeconds && bar(['blue', job.runSeconds / job.timeLimitSeconds])), cell(job.timeLimitSeconds, span(job.timeLimitSeconds)),
    cell(job.findings.length, job.findings.length ? job.findings.map(one => element('div', { 'data-finding': one.code }, one.sentence)) : quiet('none'))];
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
  if (cluster.withheld) return card('', withheld(cluster.withheld));
  return [element('ul', { class: 'tiles' }, tile('Jobs with GPUs or findings', amount(cluster.records)), tile('Jobs with findings', amount(cluster.flagged)), tile('Allocated GPU-hours', hours(cluster.gpuSeconds))),
    card([`Cluster ${cluster.cluster}, jobs with findings first`, only(filters), quiet('as of ' + clock(cluster.observedAt))],
      cluster.jobs.length ? table('Running jobs with findings first, by GPU-hours', COLUMNS, cluster.jobs.map(job => row(job, within(cluster.cluster))), { quietly: true, server: cluster.pages > 1 ? () => undefined : undefined })
        : empty(filters.get('flagged') === 'true' ? 'No running job has a finding.' : 'No running job has GPUs.', 'Findings: more CPUs, memory, nodes or time than the job needs for its GPUs; idle GPUs that no job can use.'),
      pages(cluster, filters, 'waste'))];
}

/** Running jobs by allocated GPU-hours, and the resources that they hold without need. */
export function waste(title, found) {
  const filters = filtersHere();
  return [heading(title, quiet('GPU utilization and idle GPUs: see the Grafana dashboard GPU efficiency.')), element('div', { class: 'stack' }, found.clusters.map(cluster => wasteOf(cluster, filters)))];
}
