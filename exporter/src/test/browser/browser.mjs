// What all browser tests share.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const sleep = time => new Promise(done => setTimeout(done, time));

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
}

/** A page that ends the test at an error of its scripts. */
export async function open(browser, options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.on('pageerror', error => { throw error; });
  page.on('console', message => {
    if (message.type() === 'error' && !/status of (403|404|503)/.test(message.text())) throw new Error('console: ' + message.text());
  });
  return { context, page };
}

/** What the page shows, by the name of each number. */
export const numbers = page => page.$$eval('[data-n]', all => Object.fromEntries(all.map(one => [one.dataset.n, one.textContent])));

/** Whether nothing is wider than the window. */
export async function fits(page, name) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `${name}: ${content} pixels wide in a window of ${window}`);
}

/** axe-core finds no violation. */
export async function accessible(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
  const text = violations.map(one => `${one.impact} ${one.id}: ${one.help}\n` + one.nodes.slice(0, 3).map(node => '  ' + node.html + ' ' + node.failureSummary).join('\n')).join('\n');
  assert.equal(violations.length, 0, name + '\n' + text);
}
