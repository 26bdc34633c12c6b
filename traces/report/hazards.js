// SPDX-License-Identifier: Apache-2.0
// What the detectors found: a list whose places lead into the timeline, and marks there.
'use strict';
const found = () => (run.hazards && run.hazards.findings) || [];
function hazardCount() {
  const kinds = [['errors', 'error'], ['warnings', 'warning'], ['infos', 'info']];
  const told = kinds.filter(([key]) => run.hazards[key]).map(([key, word]) => `${run.hazards[key]} ${word}${run.hazards[key] === 1 ? '' : 's'}`);
  return told.length ? told.join(', ') : 'none';
}
// Places that are a time on a core; others are only a line.
const timed = (access) => access.complete_cycle > 0;
// The lane on which an access was drawn, if its core was recorded.
const laneOf = (access) => run.lanes.find((lane) => lane.core === access.core && lane.number === 0 && lane.track === (TRACKS[access.pipe] || access.pipe));

function markHazards() {
  for (const hazard of found())
    for (const access of hazard.accesses) {
      const lane = timed(access) && laneOf(access);
      if (lane) (lane.marks = lane.marks || []).push({at: access.start_cycle, severity: hazard.severity});
    }
}
function placeOf(access) {
  const line = access.file ? `${shortPath(access.file)}:${access.line}` : access.function || '';
  const text = [access.operation, access.access, `block ${access.block}`, access.pass ? `pass ${access.pass}` : '', line].filter((part) => part).join(', ');
  if (!timed(access)) return element('div', {title: access.file || ''}, text);
  const when = `${access.pipe} at cycle ${number(access.start_cycle)}`;
  const lane = laneOf(access);
  if (!lane) return element('div', {title: access.file || ''}, `${text}, ${when} (not recorded)`);
  const button = element('button', {type: 'button', class: 'place', title: `show ${lane.core_name} in the timeline`}, when);
  button.onclick = () => show(lane, access.start_cycle, access.complete_cycle);
  return element('div', {title: access.file || ''}, text + ', ', button);
}
function consequence(hazard) {
  if (hazard.manifested) return 'happened in this run';
  return hazard.slack_cycles === null ? '' : `did not happen by ${number(hazard.slack_cycles)} cycles`;
}
function hazards() {
  const box = byId('hazards');
  if (!run.hazards) { box.append(element('p', {class: 'note'}, 'Hazards were not looked for in this run.')); return; }
  const note = `looked for with ${run.hazards.checks}` + (run.hazards.suppressed ? `; ${run.hazards.suppressed} suppressed` : '');
  if (!found().length) { box.append(element('p', {class: 'good'}, 'No hazards were found.'), element('p', {class: 'note'}, note)); return; }
  box.append(element('p', {class: 'note'}, `${hazardCount()}; ${note}. A place leads to its time in the timeline.`));
  table('hazards', [
    {name: 'severity', of: (h) => element('span', {class: h.severity === 'error' ? 'bad' : ''}, h.severity)},
    {name: 'hazard', of: (h) => element('span', {}, h.title, element('div', {class: 'note'}, h.kind))},
    {name: 'what', of: (h) => element('span', {}, h.message, element('div', {class: 'note'}, h.fix ? `mend it: ${h.fix}` : ''))},
    {name: 'where', of: (h) => element('span', {}, ...h.accesses.map(placeOf))},
    {name: 'in this run', of: consequence}, {name: 'times', n: true, of: (h) => number(h.count)}], found());
}
