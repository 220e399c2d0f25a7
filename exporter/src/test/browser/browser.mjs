// Shared by all browser tests.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const sleep = time => new Promise(done => setTimeout(done, time));

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
}

/** Opens a page that fails the test if a script throws. */
export async function open(browser, options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.on('pageerror', error => { throw error; });
  page.on('console', message => {
    if (message.type() === 'error' && !/status of (403|404|503)/.test(message.text())) throw new Error('console: ' + message.text());
  });
  return { context, page };
}

/** Returns the numbers on the page by name. */
export const numbers = page => page.$$eval('[data-n]', all => Object.fromEntries(all.map(one => [one.dataset.n, one.textContent.replaceAll(',', '')])));

/** Checks that nothing is wider than the window. */
export async function fits(page, name) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `${name}: ${content} pixels wide in a window of ${window}`);
}

/** Checks that axe-core finds no violation. */
export async function accessible(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
  const text = violations.map(one => `${one.impact} ${one.id}: ${one.help}\n` + one.nodes.slice(0, 3).map(node => '  ' + node.html + ' ' + node.failureSummary).join('\n')).join('\n');
  assert.equal(violations.length, 0, name + '\n' + text);
}
