// Serves the metrics of dcgm-exporter, kube-state-metrics and the kubelet for the demo, for pictures. Generates them
// from the simulated cluster: the GPUs of each job, the pods, and the autoscalers' targets. The load of a job is
// derived from its number, so that it stays the same.
// Arguments: slurmrestd's URL, Kubernetes' URL, the exporter's /metrics.
import { createServer } from 'node:http';

const [slurmrestd, kubernetes, exporter] = process.argv.slice(2);
const cpuSeconds = new Map();
let before = Date.now();

// A request without a response must not block all others.
const get = (url) => fetch(url, { signal: AbortSignal.timeout(10_000) });
const json = async (url) => (await get(url)).json();

/** Returns a number from 0 to 1, always the same for the same text. */
function drawn(text) {
  let hash = 2166136261;
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** Returns a value that varies slightly around 0, differently for each name. */
function wave(name, seconds) {
  const phase = drawn(name) * 6.28;
  return (Math.sin(seconds / 7 + phase) + Math.sin(seconds / 2.3 + 3 * phase) + 2 * (Math.random() - 0.5)) / 4;
}

const HANG_AFTER_MS = 120_000;
const firstSeen = new Map();

/** Returns what is wrong with a job: some hang some time after their start, some have a GPU with a low clock. */
function trouble(job, now) {
  if (!firstSeen.has(job)) firstSeen.set(job, now);
  const late = now - firstSeen.get(job) > HANG_AFTER_MS / 1000;
  const part = drawn(`trouble ${job}`);
  if (!late || effort(job) < 0.8) return 'none';
  return part < 0.2 ? 'hung' : part < 0.4 ? 'straggler' : 'none';
}

/** Returns a job's GPU utilization: high, medium or zero. */
function effort(job) {
  const kind = drawn(`kind ${job}`);
  const part = drawn(`part ${job}`);
  if (kind < 0.68) return 0.85 + 0.13 * part;
  if (kind < 0.88) return 0.35 + 0.3 * part;
  return 0.01 * part;
}

/** Maps the name of a node and the number of a GPU to the job that holds the GPU. */
function gpuHolders(jobs) {
  const holders = new Map();
  for (const job of jobs) {
    if (job.job_state[0] !== 'RUNNING') continue;
    for (const detail of job.gres_detail ?? []) {
      for (const range of (/IDX:([\d,-]+)/.exec(detail)?.[1] ?? '').split(',')) {
        const [first, last = first] = range.split('-').map(Number);
        for (let gpu = first; gpu <= last; gpu++) holders.set(`${job.nodes} ${gpu}`, String(job.job_id));
      }
    }
  }
  return holders;
}

function* labelsOf(metrics, family) {
  for (const [, labels] of metrics.matchAll(new RegExp(`^${family}\\{(.*)\\}`, 'gm'))) {
    yield Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  }
}

function* gpusOf(node, holders, now) {
  for (let gpu = 0; gpu < 8; gpu++) {
    const job = holders.get(`${node.node} ${gpu}`);
    const name = `${node.node} ${gpu}`;
    const work = job === undefined ? 0 : Math.min(1, Math.max(0, effort(job) * (1 + 0.12 * wave(name, now))));
    const labels = { hostname: node.kube_node, gpu, UUID: `GPU-${node.node}-${gpu}`, modelName: 'NVIDIA H100' };
    const wrong = job === undefined ? 'none' : trouble(job, now);
    const hung = wrong === 'hung';
    const slow = wrong === 'straggler' && gpu === 2;
    yield ['DCGM_FI_DEV_GPU_UTIL', labels, hung || slow ? 100 : Math.round(work * 100)];
    yield ['DCGM_FI_PROF_SM_ACTIVE', labels, hung ? 0.15 : work * 0.72];
    yield ['DCGM_FI_PROF_PIPE_TENSOR_ACTIVE', labels, hung ? 0 : work * work * 0.45];
    yield ['DCGM_FI_PROF_DRAM_ACTIVE', labels, hung ? 0.001 : work * 0.4];
    yield ['DCGM_FI_PROF_NVLINK_TX_BYTES', labels, hung ? 0 : work * 9e10];
    const watts = hung ? 130 : (72 + 570 * work) * (slow ? 0.4 : 1);
    yield ['DCGM_FI_DEV_POWER_USAGE', labels, watts + 6 * wave(`${name} W`, now)];
    yield ['DCGM_FI_DEV_SM_CLOCK', labels, slow ? 345 : 1980];
    yield ['DCGM_FI_DEV_CLOCKS_EVENT_REASONS', labels, slow ? 72 : 0];
    yield ['DCGM_FI_DEV_GPU_TEMP', labels, Math.round(31 + 34 * work + 5 * drawn(name))];
    yield ['DCGM_FI_DEV_FB_USED', labels, job === undefined ? 500 : 20000 + 55000 * drawn(`memory ${job}`)];
    yield ['DCGM_FI_DEV_FB_FREE', labels, job === undefined ? 80500 : 61000 - 55000 * drawn(`memory ${job}`)];
    yield ['DCGM_FI_DEV_XID_ERRORS', labels, node.node.endsWith('-3') && gpu === 5 ? 94 : 0];
  }
}

function* podsOf(nodes, busyCpus, now, passed) {
  for (const { namespace, pod, node } of nodes) {
    const cpus = 0.2 + (busyCpus.get(node) ?? 0) * (0.75 + 0.1 * wave(node, now));
    cpuSeconds.set(pod, (cpuSeconds.get(pod) ?? 0) + cpus * passed);
    const labels = { namespace, pod, container: 'slurmd' };
    yield ['container_cpu_usage_seconds_total', labels, cpuSeconds.get(pod)];
    yield ['container_memory_working_set_bytes', labels, 4e8 + cpus * 2.6e9];
  }
  for (const [name, container, size] of [['slurm-controller-0', 'slurmctld', 9e8], ['slurm-restapi-0', 'slurmrestd', 2e8]]) {
    const labels = { namespace: 'slurm', pod: name, container };
    yield ['container_memory_working_set_bytes', labels, size * (1 + 0.05 * wave(name, now))];
    yield ['kube_pod_container_status_restarts_total', labels, 0];
  }
}

function* autoscalers(list) {
  for (const { metadata, status } of list.items) {
    const labels = { namespace: metadata.namespace, horizontalpodautoscaler: metadata.name };
    yield ['kube_horizontalpodautoscaler_status_desired_replicas', labels, status.desiredReplicas ?? 0];
    // Kubernetes leaves out 0.
    yield ['kube_horizontalpodautoscaler_status_current_replicas', labels, status.currentReplicas ?? 0];
    for (const { type, status: now } of status.conditions) {
      for (const value of ['true', 'false', 'unknown']) {
        const told = { ...labels, condition: type, status: value };
        yield ['kube_horizontalpodautoscaler_status_condition', told, now.toLowerCase() === value ? 1 : 0];
      }
    }
  }
}

function cpusByNode(jobs) {
  const cpus = new Map();
  for (const job of jobs) {
    if (job.job_state[0] !== 'RUNNING') continue;
    const count = Number(/cpu=(\d+)/.exec(job.tres_alloc_str ?? '')?.[1] ?? 0);
    cpus.set(job.nodes, (cpus.get(job.nodes) ?? 0) + count);
  }
  return cpus;
}

async function exposition() {
  const [{ jobs }, hpas, metrics] = await Promise.all([
    json(`${slurmrestd}/slurm/v0.0.42/jobs`),
    json(`${kubernetes}/apis/autoscaling/v2/horizontalpodautoscalers`),
    get(exporter).then((answer) => answer.text()),
  ]);
  const now = Date.now();
  const passed = (now - before) / 1000;
  before = now;
  const nodes = [...labelsOf(metrics, 'slurm_compute_node_info')].filter(({ kube_node }) => kube_node);
  const holders = gpuHolders(jobs);
  const samples = [
    ...nodes.filter((node) => node.gpu_type).flatMap((node) => [...gpusOf(node, holders, now / 1000)]),
    ...podsOf(nodes, cpusByNode(jobs), now / 1000, passed),
    ...autoscalers(hpas),
  ];
  const text = ([name, labels, value]) =>
    `${name}{${Object.entries(labels).map(([label, of]) => `${label}="${of}"`)}} ${value}\n`;
  return samples.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(text).join('');
}

let answer = '';

// A scrape must not wait: it gets metrics generated a moment before.
async function refresh() {
  try {
    answer = await exposition();
  } catch (error) {
    console.error(error);
  }
  setTimeout(refresh, 1500);
}
await refresh();

const server = createServer((_request, response) => response.end(answer));
server.listen(0, '127.0.0.1', () => console.log(`port=${server.address().port}`));
