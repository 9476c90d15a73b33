import { LIMITS } from '../../../spec/limits.ts';
import type { DayTally } from '../minutes/tally.ts';
import type { ComponentView } from '../status-view.ts';
import { type Markup, markup, NOTHING } from './markup.ts';
import { dayText, minutesText, percentText } from './words.ts';

type Look = 'good' | 'part' | 'bad' | 'care' | 'none';

/** Down minutes from which a day counts as bad. */
const BAD_MINUTES = 60;
const STEP = 10;

function lookOf({ up, down, maintenance }: DayTally): Look {
  if (down >= BAD_MINUTES) return 'bad';
  if (down > 0) return 'part';
  if (maintenance > 0) return 'care';
  return up > 0 ? 'good' : 'none';
}

/** Returns the days to show. The first day of the window is partial and is omitted. */
function shownDays({ days }: Pick<ComponentView, 'days'>): readonly DayTally[] {
  return days.slice(-LIMITS.targets.statusHistoryDays);
}

/** A bar for each day: high is good, short is bad, a hollow one is unknown. */
export function barsMarkup(component: ComponentView): Markup {
  const days = shownDays(component);
  const count = (...looks: readonly Look[]): number =>
    days.filter((day) => looks.includes(lookOf(day))).length;
  const label = `${component.name}, ${days.length} days: ${count('good', 'care')} without incidents, ${count('part', 'bad')} with incidents, ${count('none')} without data.`;
  return markup`<svg class="bars" viewBox="0 0 ${days.length * STEP} 34" preserveAspectRatio="none" role="img" aria-label="${label}">${days.map(
    (day, at) => barMarkup(day, at * STEP),
  )}</svg>`;
}

function barMarkup(day: DayTally, x: number): Markup {
  const title = markup`<title>${describeDay(day)}</title>`;
  switch (lookOf(day)) {
    case 'good':
      return goodBar(day, x, title);
    case 'part':
      return markup`<rect class="p" x="${x}" y="12" width="7" height="21">${title}</rect>`;
    case 'bad':
      return markup`<rect class="b" x="${x}" y="23" width="7" height="10">${title}</rect>`;
    case 'care':
      return markup`<rect class="m" x="${x + 2}" y="1" width="3" height="32">${title}</rect>`;
    case 'none':
      return markup`<rect class="n" x="${x + 1}" y="2" width="5" height="30">${title}</rect>`;
  }
}

/** As high as the share of the day that is known; the rest is hollow. */
function goodBar({ up, down, maintenance, none }: DayTally, x: number, title: Markup): Markup {
  const known = (up + down + maintenance) / (up + down + maintenance + none);
  const height = Math.max(1, Math.round(32 * known));
  const bar = markup`<rect class="g" x="${x}" y="${33 - height}" width="7" height="${height}">${title}</rect>`;
  if (height > 30) return bar;
  return markup`<path class="n" d="M${x + 1} ${33 - height}V2h5V${33 - height}"/>${bar}`;
}

function describeDay({ day, up, slow, down, maintenance, none }: DayTally): string {
  const facts = [
    ...(up + down === 0 ? [] : [percentText(up, up + down)]),
    ...(down === 0 ? [] : [`${minutesText(down)} down`]),
    ...(slow === 0 ? [] : [`${minutesText(slow)} slow`]),
    ...(maintenance === 0 ? [] : [`${minutesText(maintenance)} maintenance`]),
    ...(none === 0 ? [] : [`${minutesText(none)} without data`]),
  ];
  return `${dayText(Date.parse(day))}: ${facts.join(', ')}`;
}

/** The bars in words, for the days that were not entirely good. */
export function daysWithIncidents(component: ComponentView): Markup {
  const days = shownDays(component).filter((day) => ['part', 'bad'].includes(lookOf(day)));
  if (days.length === 0) return NOTHING;
  const items = days.toReversed().map((day) => markup`<li>${describeDay(day)}</li>`);
  return markup`<details><summary>Days with incidents: ${days.length}</summary><ul>${items}</ul></details>`;
}
