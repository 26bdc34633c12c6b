// SPDX-License-Identifier: Apache-2.0
// Tables and the order of things.
'use strict';
function table(into, columns, data) {
  const head = element('tr', {});
  for (const column of columns) head.append(element('th', {class: column.n ? 'n' : '', scope: 'col'}, column.name));
  const body = element('tbody', {});
  for (const entry of data) {
    const row = element('tr', {});
    for (const column of columns) { const value = column.of(entry); row.append(element('td', {class: column.n ? 'n' : ''}, value === undefined || value === null ? '' : value)); }
    body.append(row);
  }
  byId(into).append(element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': into}, element('table', {}, element('thead', {}, head), body)));
}
function tile(text, label, kind) { byId('verdict').append(element('div', {class: 'tile'}, element('b', {class: kind || ''}, text), element('span', {}, label))); }
function verdict() {
  const summary = run.summary || {};
  byId('title').textContent = `${run.kernel}${run.remarks.soc ? ' on ' + run.remarks.soc : ''}`;
  if ('pass' in summary) tile(summary.pass ? 'PASS' : 'FAIL', 'numerics', summary.pass ? 'good' : 'bad');
  if (run.hazards) tile(hazardCount(), 'hazards', run.hazards.errors ? 'bad' : 'good');
  tile(time(run.span), `${number(run.span)} cycles at ${run.clock_mhz} MHz`);
  tile(`${run.cores.length} cores`, `${run.blocks} blocks`);
  if (summary.bound) tile(`${summary.bound.limit} ${percent(summary.bound.share, 0)}`, 'what bounds it');
  for (const key of ['shape', 'dtype', 'strategy', 'tool']) if (run.remarks[key]) tile(run.remarks[key], key === 'tool' ? 'simulated by' : key);
  if (run.partial) tile('a part', 'of the run was recorded');
}
function findings() {
  if (!run.findings.length) byId('finding-list').append(element('li', {}, 'Nothing stands out: no single change would save much.'));
  for (const finding of run.findings) byId('finding-list').append(element('li', {}, finding.text + '.'));
}
// The last folders of a path say enough; all of it is in the title.
const shortPath = (code) => code.split('/').slice(-3).join('/');
function hotLines() {
  table('lines', [
    {name: 'line', of: (l) => element('span', {title: l.code}, shortPath(l.code))}, {name: 'source', of: (l) => element('code', {}, l.source || l.function || '')}, {name: 'instructions', of: (l) => l.instr},
    {name: 'runs', n: true, of: (l) => number(l.calls)}, {name: 'busy cycles', n: true, of: (l) => number(l.busy)},
    {name: 'waited before', n: true, of: (l) => number(l.waited)}, {name: 'in WaitFlag', n: true, of: (l) => number(l.flag_wait)}, {name: 'bytes', n: true, of: (l) => (l.bytes ? bytes(l.bytes) : '')}], run.lines);
}
function numerics() {
  const numbers = Object.entries((run.summary && run.summary.numerics) || {});
  if (!numbers.length) byId('numbers').textContent = 'nothing was compared';
  else table('numbers', [
    {name: 'output', of: ([name]) => name}, {name: 'verdict', of: ([, n]) => element('span', {class: n.pass === false ? 'bad' : 'good'}, n.written === false ? 'not written' : n.pass ? 'pass' : 'FAIL')},
    {name: 'max abs', n: true, of: ([, n]) => (typeof n.max_abs === 'number' ? n.max_abs.toExponential(2) : n.max_abs)}, {name: 'max rel', n: true, of: ([, n]) => (typeof n.max_rel === 'number' ? n.max_rel.toExponential(2) : n.max_rel)},
    {name: 'mismatches', n: true, of: ([, n]) => (n.mismatches === undefined ? '' : `${number(n.mismatches)} of ${number(n.elements)}`)}, {name: 'against', of: ([, n]) => n.golden},
    {name: 'first mismatch', of: ([, n]) => (n.first_mismatch ? `[${n.first_mismatch.index}] ${n.first_mismatch.got}, wanted ${n.first_mismatch.want}` : '')}], numbers);
}
function tilingTable() {
  const tiling = Object.entries((run.summary && run.summary.tiling) || {});
  if (!tiling.length) { byId('tiles').textContent = 'no tiling was recorded'; return; }
  byId('tiles').append(element('p', {class: 'note'}, `${run.summary.strategy}, key ${run.summary.tiling_key}, ${number(run.summary.workspace_bytes)} B of workspace`));
  table('tiles', [{name: 'field', of: ([name]) => name}, {name: 'value', n: true, of: ([, value]) => String(value)}], tiling);
}
function hardware() {
  const values = Object.entries((run.hardware && run.hardware.values) || {});
  if (!values.length) { byId('keys').textContent = 'no hardware config was recorded'; byId('key-filter').parentNode.hidden = true; return; }
  const show = () => {
    const wanted = byId('key-filter').value.toLowerCase();
    byId('keys').textContent = '';
    table('keys', [{name: 'key', of: ([key]) => key}, {name: 'value', n: true, of: ([, v]) => String(v.value)}, {name: 'unit', of: ([, v]) => v.unit}, {name: 'confidence', of: ([, v]) => v.confidence},
      {name: 'source', of: ([, v]) => v.source}, {name: 'from', of: ([, v]) => v.origin}], values.filter(([key, v]) => `${key} ${v.source} ${v.confidence}`.toLowerCase().includes(wanted)));
  };
  byId('key-filter').oninput = show;
  show();
}
function theme() {
  const root = document.documentElement;
  root.dataset.theme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  byId('theme').onclick = () => { root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark'; readPalette(); redraw(); };
}
function start() {
  theme();
  unpack();
  for (const section of document.querySelectorAll('main > section')) byId('nav').append(element('a', {href: '#' + section.id}, section.querySelector('h2').textContent));
  verdict(); speedOfLight(); findings(); markHazards(); startTimeline(); waitBars(); roofline(); unifiedBuffer(); bandwidth(); balance(); hotLines(); numerics(); hazards(); tilingTable(); hardware();
  byId('command').textContent = (run.summary && run.summary.command) || '';
  document.documentElement.dataset.ready = 'yes';
}
start();
