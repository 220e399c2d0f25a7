/** Elements, numbers, times and tables. Every text is inserted as text: data from Slurm is never markup. */

export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
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

/** Places an element between two shares of the width of its parent. */
export function between(made, start, end) {
  const [left, right] = [start, end].map(share => Math.max(0, Math.min(1, share || 0)) * 100);
  made.style.left = left + '%';
  made.style.width = Math.max(0, right - left) + '%';
  return made;
}

export function amount(value) {
  return value === undefined ? '\u2013' : value.toLocaleString('en');
}

/** A number on the page; tests find it by its name. */
export function number(name, value, attributes = {}) {
  return element('span', { 'data-n': name, ...attributes }, amount(value));
}

/** A link; if several lead to the same view, the key distinguishes them. */
export function link(to, text, key = to) {
  return element('a', { href: to, 'data-key': key }, text);
}

/** A number that links to its list. */
export function linked(to, name, value) {
  return value === undefined ? number(name, value) : link(to, number(name, value), name);
}

/** The order that a reader chose for a table, by its caption: the title of a column, and whether the largest comes first. */
const orders = new Map();

function keyOf(cell) {
  if (cell && cell.by !== undefined) return cell.by;
  if (typeof cell === 'number' || typeof cell === 'string') return cell;
  return cell instanceof Node ? cell.textContent : '';
}

/** A cell that is sorted by another value than its text. */
export function cell(by, ...show) {
  return { by: by ?? -1, show };
}

/** A heading that leads to the list in the order of its column, and from there back to the usual order. */
function ordered(title, { to, down }) {
  return [element('a', { class: 'sort', href: to, 'data-key': 'sort:' + title }, title), down ? 'descending' : undefined];
}

/**
 * A table of columns [title, class] and rows of cells; the first cell of a row is its heading. Readers sort it by its
 * headings; a list of several pages names the columns by which the exporter can sort it. Others begin in the ascending
 * order of the column first.
 */
export function table(caption, columns, rows, { quietly, server, first } = {}) {
  const made = rows.map(cells => [cells.map(keyOf), element('tr', {}, cells.map((one, at) => {
    const [title, type] = columns[at];
    const shown = one && one.show ? one.show : typeof one === 'number' ? amount(one) : one;
    return at === 0 ? element('th', { scope: 'row' }, shown) : element('td', { class: type, 'data-label': type === 'wide' ? undefined : title }, shown);
  }))]);
  const body = element('tbody');
  const heads = columns.map(([title, type], at) => {
    const head = element('th', { scope: 'col', class: type });
    if (server) {
      const [shown, sort] = server(title) ? ordered(title, server(title)) : [title];
      head.append(shown);
      if (sort) head.setAttribute('aria-sort', sort);
    } else if (rows.length < 2) head.append(title);
    else {
      const button = element('button', { type: 'button', class: 'sort', 'data-key': `sort:${caption}:${title}` }, title);
      button.addEventListener('click', () => {
        const [column, down, turns] = orders.get(caption) || [];
        if (column !== title) orders.set(caption, [title, typeof made[0][0][at] === 'number', 1]);
        else if (turns === 1) orders.set(caption, [title, !down, 2]);
        else orders.delete(caption);
        arrange();
      });
      head.append(button);
    }
    return head;
  });
  function arrange() {
    const [by, down] = server ? [] : orders.get(caption) || [first];
    const at = columns.findIndex(([title]) => title === by);
    const compare = ([one], [other]) => (typeof one[at] === 'number' && typeof other[at] === 'number' ? one[at] - other[at]
      : String(one[at]).localeCompare(String(other[at]), 'en', { numeric: true })) * (down ? -1 : 1);
    body.replaceChildren(...(at < 0 ? made : [...made].sort(compare)).map(([, row]) => row));
    if (!server) {
      heads.forEach((head, column) => {
        if (column === at) head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        else head.removeAttribute('aria-sort');
      });
    }
  }
  arrange();
  return element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption, 'data-key': 'table:' + caption },
    element('table', {}, element('caption', { class: quietly ? 'hidden' : undefined }, caption), element('thead', {}, element('tr', {}, heads)), body));
}

/** A bar of parts [class, share of the whole]; hidden from screen readers, because its numbers are next to it. */
export function bar(...parts) {
  return element('div', { class: 'bar', 'aria-hidden': 'true' }, parts.map(([type, share]) => between(element('i', { class: type }), 0, share)));
}

export function heading(text, ...more) {
  return element('div', { class: 'title' }, link('#/', '\u2190 Overview', 'back'), element('h2', { tabindex: -1, id: 'answer', 'data-key': 'answer' }, text), more);
}

export function quiet(...content) {
  return element('span', { class: 'quiet' }, content);
}

export function note(...content) {
  return element('p', { class: 'quiet' }, content);
}

export function card(title, ...content) {
  return element('section', { class: 'card' }, title && element('h3', {}, title), content);
}

/** A number with its title and its share; the elements of a list with class tiles. */
export function tile(title, value, ...more) {
  return element('li', { class: 'card' }, quiet(title), element('span', { class: 'big' }, value), more);
}

/** What a list would show if it had something to show. */
export function empty(title, text) {
  return element('div', { class: 'empty' }, element('p', {}, title), text && note(text));
}

export function withheld(what) {
  return element('p', { class: 'bad' }, 'Not shown: ' + what + '.');
}

/** The colour of each state of jobs and nodes; the dashboards use the same. */
export const COLOURS = {
  running: 'blue', allocated: 'blue', mixed: 'sky', completing: 'sky', planned: 'sky', configuring: 'yellow', draining: 'yellow', pending: 'amber', drained: 'amber',
  idle: 'green', completed: 'green', reserved: 'purple', suspended: 'purple', timeout: 'purple', maintenance: 'purple',
  failed: 'red', down: 'red', node_fail: 'red', out_of_memory: 'red', boot_fail: 'red', unknown: 'red'
};

/** The state of a job or a node, or the number of those in the state. */
export function badge(state, many) {
  return element('span', { class: 'badge' }, element('i', { class: COLOURS[state] || 'grey' }), (many === undefined ? '' : amount(many) + ' ') + words(state));
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

export function separated(parts) {
  return parts.map((part, at) => [at ? ', ' : '', part]);
}

export function span(seconds) {
  if (seconds === undefined) return '\u2013';
  if (seconds && seconds < 1) return Math.round(seconds * 1000) + ' ms';
  if (seconds < 120) return (seconds < 10 ? seconds.toFixed(1).replace('.0', '') : Math.round(seconds)) + ' s';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes + ' min';
  if (minutes < 600) return Math.floor(minutes / 60) + ' h' + (minutes % 60 ? ' ' + minutes % 60 + ' min' : '');
  const hours = Math.round(seconds / 3600);
  if (hours < 48) return hours + ' h';
  return Math.floor(hours / 24) + ' d' + (hours < 240 && hours % 24 ? ' ' + hours % 24 + ' h' : '');
}

export function bytes(size) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let unit = 0;
  let left = size;
  while (left >= 1024 && unit < units.length - 1) {
    left /= 1024;
    unit++;
  }
  return (left < 10 && unit > 0 ? left.toFixed(1).replace('.0', '') : Math.round(left)) + ' ' + units[unit];
}

// Swedish times are in ISO 8601: no ambiguous 3/4, and no AM or PM.
const ISO = 'sv-SE';
/** The exporter's time of the newest answer, in milliseconds. */
let present = Date.now();

export function setPresent(text) {
  present = Date.parse(text);
}

export function now() {
  return present;
}

/** Returns the seconds from a time until now, or until another time. */
export function seconds(from, to) {
  return from === undefined ? undefined : Math.max(0, ((to ? Date.parse(to) : present) - Date.parse(from)) / 1000);
}

export function clock(text) {
  return new Date(text).toLocaleTimeString(ISO);
}

export function day(text) {
  return new Date(text).toLocaleString(ISO);
}

/** A time relative to now; the exact one shows on hover. */
export function when(text) {
  if (!text) return '\u2013';
  const ago = (present - Date.parse(text)) / 1000;
  return element('time', { datetime: text, title: day(text) + ' ' + zone() }, Math.abs(ago) < 1 ? 'now' : ago > 0 ? span(Math.round(ago)) + ' ago' : 'in ' + span(Math.round(-ago)));
}

export function zone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function count(many, noun) {
  return amount(many) + ' ' + noun + (many === 1 ? '' : 's');
}

export function sum(numbers) {
  return Object.values(numbers).reduce((total, one) => total + one, 0);
}

export function words(label) {
  return label.replaceAll('_', ' ');
}

/** A reason for the size of a NodeSet without the underscores of a cause. */
export function sentence(reason) {
  return reason.replace(/impossible: .*/, words);
}

export function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}
