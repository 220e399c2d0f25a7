// Tests the status page of a running demo in a real browser: node page.mjs API METRICS SIMULATOR_PID [IMAGES]
// Without a SIMULATOR_PID: tests the page of an exporter without Kubernetes.
import assert from 'node:assert/strict';
import { accessible, fits, launch, numbers, open, sleep } from './browser.mjs';

const [api, metricsUrl, simulator, images] = process.argv.slice(2);
const MAX_BYTES = 200_000;
const PATIENCE = 60_000;
const MARKUP = '<img src=x onerror="window.hacked=1">';

const json = async path => (await fetch(new URL(path, api))).json();

async function metrics() {
  const text = await (await fetch(metricsUrl)).text();
  return new Map(text.split('\n').filter(line => line && !line.startsWith('#')).map(line => {
    const at = line.lastIndexOf(' ');
    return [line.slice(0, at), Number(line.slice(at + 1))];
  }));
}

const sumOf = (all, family, ...parts) => [...all].filter(([series]) => series.startsWith(family + '{')
  && parts.every(part => series.includes(part))).reduce((total, [, value]) => total + value, 0);

/** Returns the times of observation: while they are equal, all data is from the same poll. */
const polls = clusters => JSON.stringify(clusters.flatMap(cluster => cluster.sources)
  .filter(source => ['nodes', 'partitions', 'jobs'].includes(source.name)).map(source => source.observedAt));

async function draw(page) {
  const answered = page.waitForResponse(response => response.url().endsWith('/api/v1/now'));
  await page.evaluate(() => dispatchEvent(new HashChangeEvent('hashchange')));
  const now = await (await answered).json();
  await page.waitForFunction(at => document.getElementById('about').textContent.includes(' ' + new Date(at).toTimeString().slice(0, 8)), now.now);
  return now;
}

/** Returns the page, the status and the metrics of the same poll. */
async function samePoll(page) {
  for (let attempt = 0; attempt < 40; attempt++) {
    const before = await json('api/v1/status');
    const now = await draw(page);
    const shown = await numbers(page);
    const published = await metrics();
    const after = await json('api/v1/status');
    if (polls(before.clusters) === polls(now.clusters) && polls(before.clusters) === polls(after.clusters)) {
      return { shown, published, status: after, now };
    }
    await sleep(150);
  }
  throw new Error('no poll lasted for long enough to compare');
}

async function showsTheNumbersOfStatusAndMetrics(page) {
  const { shown, published, status } = await samePoll(page);
  let compared = 0;
  const same = (name, value) => {
    assert.equal(shown[name], String(value), name);
    compared++;
  };
  same('jobs.running', sumOf(published, 'slurm_cluster_jobs', 'state="running"'));
  same('jobs.waiting', sumOf(published, 'slurm_cluster_jobs', 'state="pending"'));
  same('nodes.all', sumOf(published, 'slurm_cluster_nodes'));
  assert.equal(await page.locator('.map li').count(), sumOf(published, 'slurm_cluster_nodes'), 'squares of nodes');
  assert.ok(!(await page.textContent('body')).includes('[object'), 'an object was taken for a text');
  same('nodes.working', sumOf(published, 'slurm_cluster_nodes', 'state="allocated"') + sumOf(published, 'slurm_cluster_nodes', 'state="mixed"'));
  same('gpus.allocated', sumOf(published, 'slurm_cluster_gpus', 'state="allocated"'));
  same('gpus.all', sumOf(published, 'slurm_cluster_gpus'));
  for (const [name, value] of Object.entries(shown)) {
    const parts = name.split('.');
    if (parts[0] === 'gpus' && parts.length === 3 && parts[2] !== 'asked' && value !== '\u2013') {
      same(name, sumOf(published, 'slurm_cluster_gpus', `gpu_type="${parts[1]}"`, `state="${parts[2]}"`));
    } else if (parts[0] === 'partition') {
      same(name, sumOf(published, 'slurm_queue_jobs', `partition="${parts[1]}"`, `state="${parts[2] === 'waiting' ? 'pending' : parts[2]}"`));
    } else if (parts[0] === 'nodeset') {
      const set = `nodeset="${parts[1].split('/')[1]}"`;
      const families = { desired: 'desired_replicas', replicas: 'spec_replicas', busy: 'busy_nodes', idle: 'idle_nodes', starting: 'starting_nodes', ghosts: 'ghost_nodes', draining: 'draining_nodes', unusable: 'unusable_nodes' };
      if (families[parts[2]]) same(name, sumOf(published, 'slurm_nodeset_' + families[parts[2]], set));
    }
  }
  const said = { 'up to date': 'ok', 'not available': 'absent' };
  for (const source of status.clusters[0].sources) {
    const text = shown['source.' + source.name];
    assert.equal(said[text] || text, source.state, source.name);
    compared++;
  }
  return `${compared} numbers on the page are those of /metrics and /api/v1/status`;
}

async function showsAnOutageAndHeals(page) {
  await page.waitForSelector('#summary.ok', { timeout: PATIENCE });
  // The exporter polls less often on a busy machine; the status has the current intervals.
  const { clusters } = await json('api/v1/status');
  const poll = 1000 * Math.max(...clusters[0].sources.filter(one => ['nodes', 'jobs'].includes(one.name)).map(one => one.intervalSeconds));
  process.kill(simulator, 'SIGSTOP');
  const stopped = Date.now();
  try {
    // Two polls, and one refresh of the page.
    await page.waitForSelector('#summary.warn', { timeout: 3 * poll + 3000 });
  } finally {
    process.kill(simulator, 'SIGCONT');
  }
  const seen = Date.now() - stopped;
  const text = await page.textContent('#summary');
  assert.match(text, /harbor: .*(nodes|jobs|partitions|ping).*old: from/);
  const woken = Date.now();
  await page.waitForSelector('#summary.ok', { timeout: PATIENCE });
  return `with a poll every ${poll} ms an outage is shown after ${seen} ms, and is over ${Date.now() - woken} ms after its end`;
}

async function answersByKeyboard(page) {
  const { jobs } = (await json('api/v1/jobs?state=pending&limit=500')).clusters[0];
  const job = jobs.find(one => one.reason === 'QOSMaxGRESPerUser') || jobs[0];
  await page.goto(api);
  await page.waitForSelector('.tiles');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  await page.focus('#question');
  await page.keyboard.type(String(job.jobId));
  await page.keyboard.press('Enter');
  await page.waitForSelector('#answer');
  assert.equal(new URL(page.url()).hash, '#/job/' + job.jobId);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'answer');
  return job.jobId;
}

async function saysWhatItDoesNotKnow(page, user, answer) {
  await page.goto(new URL('#/job/999999999', api).href);
  await page.waitForFunction(() => document.querySelector('.answer')?.textContent.includes('No job 999999999'));
  await page.goto(new URL('#/user/' + user, api).href);
  await page.waitForFunction(text => document.querySelector('#view')?.textContent.includes(text), answer);
}

/** Checks the page of one user's jobs with reasons, fair share and limits, which can be bookmarked. */
async function showsMyJobs(page) {
  const { jobs } = (await json('api/v1/jobs?state=pending')).clusters[0];
  const name = jobs[0].user;
  for (const [kind, of] of [['user', name], ['account', jobs[0].account]]) {
    await page.goto(new URL(`#/${kind}/` + encodeURIComponent(of), api).href);
    await page.waitForFunction(wanted => document.querySelector('#answer')?.textContent.includes(wanted), `${kind} ${of}`);
    const titles = await page.locator('#view h3').allTextContents();
    assert.deepEqual(titles.map(title => title.replace(/\d.*/, '')), ['Running jobs', 'Pending jobs', 'Recently ended jobs', 'Fair share', 'Limits'], kind);
    assert.ok((await numbers(page))['reason.' + jobs[0].reason] > 0, 'no count of ' + jobs[0].reason);
    assert.ok((await page.title()).includes(of));
    await fits(page, kind);
    await accessible(page, kind);
    if (kind === 'user') await picture(page, 'my-jobs', 1400);
  }
  await page.click('#view table a[href^="#/job/"]');
  await page.waitForSelector('[data-job] .answer');
  return `jobs, fair share and limits of user ${name} and of an account are shown`;
}

/** Checks the index with ten copies of a cluster: a row and a page for each. */
async function indexesClusters(context) {
  const page = await context.newPage();
  const named = (cluster, at) => ({ ...cluster, name: 'c' + at });
  await page.route('**/api/v1/now?summary=true', async route => {
    const now = await (await route.fetch()).json();
    now.clusters = Array.from({ length: 10 }, (unused, at) => named(now.clusters[0], at));
    await route.fulfill({ json: now });
  });
  await page.route('**/api/v1/now?cluster=*', async route => {
    const now = await (await fetch(new URL('api/v1/now', api))).json();
    now.clusters = [named(now.clusters[0], new URL(route.request().url()).searchParams.get('cluster').slice(1))];
    await route.fulfill({ json: now });
  });
  await page.goto(api);
  await page.waitForSelector('a[href="#/cluster/c9"]');
  assert.equal(await page.locator('#view tbody tr').count(), 10);
  const shown = await numbers(page);
  assert.match(shown['cluster.c9.running'], /^\d+$/);
  assert.match(shown['cluster.c9.nodes'], /^\d+$/);
  await accessible(page, 'index of clusters');
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page, 'index on a phone');
  await page.click('a[href="#/cluster/c9"]');
  await page.waitForSelector('[data-cluster="c9"] .tiles');
  assert.ok((await page.getAttribute('.tiles a', 'href')).includes('cluster=c9'));
  await accessible(page, 'one of several clusters');
  await page.close();
}

/** Follows a number of the overview to its list, a filter to fewer jobs, and a node to its jobs. */
async function listsJobsAndNodes(page, name) {
  await page.goto(api);
  await page.click('.tiles a[href*="state=running"]');
  await page.waitForSelector('.filters');
  const partitions = (await page.locator('tbody td[data-label=Partition]').allTextContents()).map(text => text.split(',')[0].trim());
  const jobsIn = name => partitions.filter(one => one === name).length;
  const [partition] = [...partitions].sort((one, other) => jobsIn(other) - jobsIn(one));
  await page.fill('.filters [name=partition]', partition);
  await page.keyboard.press('Enter');
  await page.waitForFunction(wanted => location.hash.includes('partition=' + wanted) && document.querySelector('#answer'), encodeURIComponent(partition));
  const listed = await json('api/v1/jobs?state=running&partition=' + encodeURIComponent(partition));
  assert.ok(listed.clusters[0].jobs.length > 0 && listed.clusters[0].jobs.every(job => job.partitions.includes(partition) && job.state === 'running'));
  await page.waitForFunction(wanted => [...document.querySelectorAll('tbody tr')].every(row => row.querySelector('[data-label=Partition]').textContent.includes(wanted)), partition);
  await accessible(page, name + ', list of jobs');
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page, name + ', list of jobs on a phone');
  await accessible(page, name + ', list of jobs on a phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await picture(page, 'jobs', 900);
  await sortsByKeyboard(page);
  const { list } = (await json('api/v1/nodes?state=mixed')).clusters[0];
  const busy = list[0] || (await json('api/v1/nodes?state=allocated')).clusters[0].list[0];
  await page.goto(new URL('#/node/' + encodeURIComponent(busy.name), api).href);
  await page.waitForFunction(wanted => document.querySelector('#answer')?.textContent.includes(wanted), busy.name);
  await accessible(page, name + ', node');
  return `${listed.clusters[0].records} running jobs of partition ${partition} and node ${busy.name} are listed`;
}

/** Sorts a list, which begins with the next end, by its heading: largest first, then smallest first. */
async function sortsByKeyboard(page) {
  assert.equal(await page.getAttribute('th:has-text("Ends")', 'aria-sort'), 'ascending');
  const cpus = async () => (await page.locator('td[data-label=CPUs]').allTextContents()).map(text => Number(text.replaceAll(',', '')));
  const descending = await cpus();
  descending.sort((one, other) => other - one);
  for (const wanted of [descending, [...descending].reverse()]) {
    await page.focus('th button:has-text("CPUs")');
    await page.keyboard.press('Enter');
    assert.deepEqual(await cpus(), wanted);
  }
  assert.equal(await page.getAttribute('th:has-text("CPUs")', 'aria-sort'), 'ascending');
}

/** Checks the page of a node with GPUs: one place for each GPU, and the job of each allocated GPU. */
async function showsTheJobOfEachGpu(page) {
  const { list } = (await json('api/v1/nodes?gpus=allocated')).clusters[0];
  await page.goto(new URL('#/node/' + encodeURIComponent(list[0].name), api).href);
  await page.waitForSelector('.gpus li');
  const { node, gpus } = (await json('api/v1/nodes/' + list[0].name)).clusters[0];
  assert.equal(await page.locator('.gpus li').count(), node.gpus);
  assert.ok(gpus.length > 0 && await page.locator('.gpus a[href^="#/job/"]').count() > 0);
  assert.equal(await page.locator('h3:has-text("Drains and failures")').count(), 1);
  await picture(page, 'node', 1000);
  return `node ${node.name} has ${gpus.length} GPUs with their jobs`;
}

/** Checks that the questions of an overview are answered in one screen of a usual width. */
async function answersInOneScreen(page) {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(api);
  await page.waitForSelector('.tiles');
  for (const title of ['Why jobs are pending', 'GPUs by type', 'Nodes', 'Problems', 'NodeSets']) {
    const { y } = await page.locator(`h3:has-text("${title}")`).first().boundingBox();
    assert.ok(y < 850, `${title} begins at ${y} pixels`);
  }
  // A scale-in gives each pod a reason of its own, but is one line.
  const drains = page.locator('.problems li', { hasText: /draining.*\(operator\)/ });
  assert.ok(await drains.count() <= 1, `${await drains.count()} lines on drains of the operator`);
}

/** Checks the list of GPU waste: jobs with findings first, and the filter for them. */
async function listsWaste(page, name) {
  await page.goto(api);
  await page.click('header nav a[href="#/waste"]');
  await page.waitForSelector('#answer');
  const rows = page.locator('tbody tr');
  await rows.first().waitFor();
  assert.ok(!(await page.textContent('main')).match(/undefined|NaN|\[object/), 'a value is missing in the list of GPU waste');
  assert.match(await page.textContent('main'), /dashboard GPU efficiency/, 'the dashboard of utilization');
  await accessible(page, name + ', GPU waste');
  const listed = (await json('api/v1/waste')).clusters[0];
  const flagged = job => job.findings.length > 0;
  const follows = (one, other) => flagged(one) === flagged(other) ? other.gpuSeconds <= one.gpuSeconds : flagged(one);
  assert.ok(listed.jobs.length > 0 && listed.jobs.every((job, at) => !at || follows(listed.jobs[at - 1], job)), 'the order of the list');
  if (images) await page.waitForSelector('[data-finding]', { timeout: PATIENCE });
  await picture(page, 'waste', 1000);
  await page.click('a[href="#/waste?flagged=true"]');
  await page.waitForSelector('a[href="#/waste?"]');
  assert.equal(await page.locator('tbody tr:not(:has([data-finding]))').count(), 0, 'a job without findings');
  return `${listed.records} jobs with GPUs, ${listed.flagged} of them with findings, are listed`;
}

async function takesTextsForTexts(context) {
  const page = await context.newPage();
  await page.route('**/api/v1/now', async route => {
    const now = await (await route.fetch()).json();
    const cluster = now.clusters[0];
    cluster.name = MARKUP;
    cluster.jobs.pending.forEach(one => { one.reasons = { [MARKUP]: one.jobs }; });
    cluster.nodes.list.forEach(one => Object.assign(one, { name: MARKUP, reason: MARKUP, pod: MARKUP }));
    cluster.sources[0].failure = { kind: 'timeout', since: now.now, message: MARKUP };
    await route.fulfill({ json: now });
  });
  await page.route('**/api/v1/jobs?*', async route => {
    const found = await (await route.fetch()).json();
    found.clusters[0].jobs.forEach(one => Object.assign(one, { user: MARKUP, account: MARKUP, reason: MARKUP, runsOn: MARKUP, partitions: [MARKUP] }));
    await route.fulfill({ json: found });
  });
  await page.goto(new URL('#/jobs?state=pending', api).href);
  await page.waitForSelector('tbody tr');
  assert.equal(await page.locator('main img').count(), 0);
  assert.ok((await page.textContent('main')).includes(MARKUP));
  await page.goto(api);
  await page.waitForSelector('.tiles');
  assert.equal(await page.locator('main img').count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.ok((await page.textContent('main')).includes(MARKUP));
  await page.close();
}

/** Takes a picture in which the text can be read at the width of a document. */
async function picture(page, name, height, { width, height: before } = page.viewportSize()) {
  if (!images) return;
  await page.setViewportSize({ width: Math.min(width, name === 'light' || name === 'dark' ? 1280 : 1024), height: before });
  await page.mouse.move(0, 0);
  await page.evaluate(() => { document.activeElement.blur(); document.getElementById('question').value = ''; scrollTo(0, 0); });
  const full = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({ path: `${images}/${name}.png`, fullPage: true, clip: { x: 0, y: 0, width: page.viewportSize().width, height: Math.min(full, height) } });
  await page.setViewportSize({ width, height: before });
}

async function look(browser, name, options, height) {
  const { context, page } = await open(browser, options);
  await page.goto(api);
  await page.waitForSelector('#summary.ok', { timeout: PATIENCE });
  await accessible(page, name);
  await fits(page, name);
  await picture(page, name, height);
  await page.locator('details summary').first().click();
  await accessible(page, name + ', opened');
  await context.close();
}

/** Checks that without Kubernetes there is no demand, and everything else is shown. */
async function withoutKubernetes(browser) {
  const { context, page } = await open(browser, {});
  await page.goto(api);
  await page.waitForSelector('#summary.ok', { timeout: PATIENCE });
  console.log('without Kubernetes, ' + await showsTheNumbersOfStatusAndMetrics(page));
  assert.equal(await page.locator('[data-n^="nodeset."]').count(), 0, 'NodeSets that nobody has read');
  const job = [...await metrics()].map(([series]) => /^slurm_job_.*job_id="(\d+)"/.exec(series)).find(found => found)[1];
  await page.goto(new URL('#/job/' + job, api).href);
  await page.waitForFunction(id => document.querySelector('#answer')?.textContent.includes(id), job);
  await accessible(page, 'job without Kubernetes');
  console.log('without Kubernetes, ' + await listsJobsAndNodes(page, 'without Kubernetes'));
  console.log('without Kubernetes, ' + await listsWaste(page, 'without Kubernetes'));
  await saysWhatItDoesNotKnow(page, 'alice', 'hides users');
  await context.close();
  await look(browser, 'without Kubernetes', { colorScheme: 'light' }, 2600);
}

async function withKubernetes(browser) {
  const { context, page } = await open(browser, {});
  const sizes = [];
  const weigh = request => sizes.push(request.sizes());
  page.on('requestfinished', weigh);
  await page.goto(api);
  await page.waitForSelector('.tiles', { timeout: PATIENCE });
  // The tiles can be drawn before the browser reports the sizes of their requests.
  await page.waitForLoadState('networkidle');
  // A size that is asked for while the page closes would be an error that nobody handles.
  page.off('requestfinished', weigh);
  const weight = (await Promise.all(sizes)).reduce((sum, size) => sum + size.responseBodySize, 0);
  assert.ok(weight > 1000 && weight < MAX_BYTES, `the page and its first answer have ${weight} bytes`);
  console.log(`the page and its first answer have ${weight} bytes`);
  console.log(await showsTheNumbersOfStatusAndMetrics(page));
  console.log(await showsAnOutageAndHeals(page));
  console.log(await listsJobsAndNodes(page, 'with Kubernetes'));
  console.log(await listsWaste(page, 'with Kubernetes'));
  console.log(await showsTheJobOfEachGpu(page));
  await answersInOneScreen(page);
  const job = await answersByKeyboard(page);
  await accessible(page, 'job');
  await picture(page, 'why-job', 1100);
  await page.goto(new URL('#/nodeset/slurm/slurm-worker-gpu-h100', api).href);
  await page.waitForSelector('table');
  await accessible(page, 'nodeset');
  await picture(page, 'why-nodeset', 1100);
  await saysWhatItDoesNotKnow(page, 'no-such-user', 'Slurm lists no fair share');
  console.log(await showsMyJobs(page));
  await indexesClusters(context);
  await takesTextsForTexts(context);
  console.log(`job ${job}, a NodeSet and what is not known are answered by keyboard and by link; texts stay texts`);
  await context.close();
  await look(browser, 'light', { colorScheme: 'light' }, 1700);
  await look(browser, 'dark', { colorScheme: 'dark' }, 1700);
  await look(browser, 'phone', { colorScheme: 'light', viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }, 1700);
  console.log('axe-core finds no violation, light, dark or on a phone');
}

const browser = await launch();
try {
  await (simulator ? withKubernetes(browser) : withoutKubernetes(browser));
} finally {
  await browser.close();
}
