/** Elements, texts and numbers. Every text is inserted as text: data from Slurm is never markup. */

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  return fill(made, attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) made.append(child);
  }
  return made;
}

/** A number on the page; tests find it by its name. */
export function number(name, value, attributes = {}) {
  return element('span', { 'data-n': name, ...attributes }, value === undefined ? '\u2013' : String(value));
}

/** A table of columns [title, class] and rows of cells; the first cell of a row is its heading. */
export function table(caption, columns, rows, attributes = {}) {
  // Screen readers skip the bars; the heading of a bar column is only for them.
  const head = columns.map(([title, type]) => element('th', { scope: 'col', class: type }, type === 'bars' ? element('span', { class: 'hidden' }, title) : title));
  const body = rows.map(cells => element('tr', {}, cells.map((cell, at) => at === 0
    ? element('th', { scope: 'row' }, cell)
    : element('td', { class: columns[at][1], 'data-label': columns[at][1] === 'wide' ? undefined : columns[at][0] }, cell))));
  return element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption, 'data-key': 'table:' + caption },
    element('table', attributes,
      element('caption', { class: attributes.quietly ? 'hidden' : undefined }, caption),
      element('thead', {}, element('tr', {}, head)), element('tbody', {}, body)));
}

/** A bar of parts [class, share of the whole]; hidden from screen readers, because its numbers are next to it. */
export function bar(...parts) {
  return element('div', { class: 'bar', 'aria-hidden': 'true' }, parts.map(([type, share]) => {
    const part = element('i', { class: type });
    part.style.width = Math.max(0, Math.min(1, share)) * 100 + '%';
    return part;
  }));
}

/** A link; if several lead to the same view, the key distinguishes them. */
export function link(to, text, key = to) {
  return element('a', { href: to, 'data-key': key }, text);
}

export function heading(text) {
  return [element('p', {}, element('a', { href: '#/', 'data-key': 'back' }, '\u2190 Overview')), element('h2', { tabindex: -1, id: 'answer', 'data-key': 'answer' }, text)];
}

/** The state of a job. */
export function badge(job) {
  return element('span', { class: 'badge ' + (job.pending ? 'warn' : job.endedAt ? 'absent' : 'ok') }, words(job.state));
}

export function facts(...pairs) {
  return element('dl', { class: 'facts' }, pairs.filter(pair => pair).map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value))));
}

/** Expanded elements stay open when the page is drawn again. */
export function foldable(key, title, open, ...content) {
  const made = element('details', { 'data-key': key }, element('summary', { 'data-key': 'fold:' + key }, title), ...content);
  made.open = open;
  return made;
}

export function span(seconds) {
  if (seconds === undefined) return '\u2013';
  if (seconds < 1) return Math.round(seconds * 1000) + ' ms';
  if (seconds < 120) return (seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)) + ' s';
  if (seconds < 7200) return Math.round(seconds / 60) + ' min';
  if (seconds < 172800) return Math.round(seconds / 3600) + ' h';
  return Math.round(seconds / 86400) + ' days';
}

export function bytes(amount) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let unit = 0;
  let left = amount;
  while (left >= 1024 && unit < units.length - 1) {
    left /= 1024;
    unit++;
  }
  return (left < 10 && unit > 0 ? left.toFixed(1) : Math.round(left)) + ' ' + units[unit];
}

// Swedish times are in ISO 8601: no ambiguous 3/4, and no AM or PM.
const ISO = 'sv-SE';

export function clock(text) {
  return new Date(text).toLocaleTimeString(ISO);
}

export function day(text) {
  return new Date(text).toLocaleString(ISO);
}

export function zone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function count(amount, noun) {
  return amount + ' ' + noun + (amount === 1 ? '' : 's');
}

export function sum(numbers) {
  return Object.values(numbers).reduce((total, one) => total + one, 0);
}

export function words(label) {
  return label.replaceAll('_', ' ');
}
