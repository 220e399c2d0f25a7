// Finds problems of a drawn dashboard.

/** Finds titles that do not fit, and panels without content. Runs in the page. */
function seen() {
  const found = [];
  for (const panel of document.querySelectorAll('[data-panel]')) {
    const key = panel.dataset.panel;
    const title = panel.querySelector('h2');
    if (title !== null && title.scrollWidth > title.clientWidth + 1) found.push({ key, what: 'its title is cut off' });
    const content = panel.querySelector('[data-testid="data-testid panel content"]') ?? panel;
    if (content.querySelector('canvas, svg, table, [role="grid"]') === null && content.innerText.trim() === '') {
      found.push({ key, what: 'nothing is drawn' });
    }
  }
  return found;
}

/** Returns one line per problem. */
export async function problems(page, reports, errors) {
  const panels = new Map(reports.map((report) => [report.key, report]));
  const name = (key) => `${key} ${panels.get(key)?.title}`;
  return [
    ...errors.map((error) => `page: ${error}`),
    ...reports.filter(({ error }) => error !== undefined).map(({ key, error }) => `${name(key)}: ${error}`),
    ...reports
      .filter(({ empty, noValue }) => empty && noValue === undefined)
      .map(({ key }) => `${name(key)}: it is empty and does not say why`),
    ...(await page.evaluate(seen)).map(({ key, what }) => `${name(key)}: ${what}`),
  ];
}
