import { gzipSync } from 'node:zlib';
import { LIMITS } from '../../../spec/limits.ts';
import { STATUS_REASONS, type StatusState } from '../../../spec/status.ts';
import { namesOf } from '../make-view.ts';
import type { ComponentView, LatencyView, StatusView } from '../status-view.ts';
import { barsMarkup, troubledDays } from './bars.ts';
import { documentMarkup, shapeOf, stateMarkup } from './document.ts';
import { incidentMarkup } from './incident-page.ts';
import { type Markup, markup, NOTHING } from './markup.ts';
import { millisecondsText, percentText, shortText, timeMarkup } from './words.ts';

const HEADLINES: Readonly<Record<StatusState, string>> = {
  operational: 'Everything works',
  degraded: 'Some parts are in trouble',
  outage: 'There is an outage',
  maintenance: 'Maintenance is under way',
  no_data: 'Nothing is known at the moment',
};

/** How much of what people wrote is shown. */
interface Room {
  /** Of one text. */
  readonly characters: number;
  /** Of the newest incidents the last words are shown, of older ones the title alone. */
  readonly incidents: number;
}

const { shownCharactersMax, incidentsShownMax } = LIMITS.status;

/** From all to the least. Every text stands whole on a page of its own. */
const ROOMS: readonly [Room, ...Room[]] = [
  { characters: shownCharactersMax, incidents: incidentsShownMax },
  { characters: shownCharactersMax, incidents: 5 },
  { characters: shownCharactersMax, incidents: 2 },
  { characters: 100, incidents: 2 },
  { characters: 40, incidents: 0 },
];

/**
 * The page: one request, no script, and never larger than promised: older texts make room.
 * `takesSubscribers` is false where nobody could answer the form.
 */
export function statusPage(view: StatusView, takesSubscribers: boolean): string {
  let page = '';
  for (const room of ROOMS) {
    page = pageWith(view, takesSubscribers, room);
    if (isSmall(page)) break;
  }
  return page;
}

function isSmall(page: string): boolean {
  const { pageBytesMax, pageGzipBytesMax } = LIMITS.status;
  return Buffer.byteLength(page) <= pageBytesMax && gzipSync(page).length <= pageGzipBytesMax;
}

function pageWith(view: StatusView, takesSubscribers: boolean, room: Room): string {
  const head = markup`<h1>Xplain status</h1>
<div class="now ${view.state}">${shapeOf(view.state, 'mark')}<div><strong>${headline(view)}</strong>
<span class="dim">${lookWords(view)}${demoWords(view)}</span></div></div>`;
  const main = markup`${demoNotice(view)}${view.notices.map((notice) => markup`<p class="note">${notice}</p>`)}
${maintenanceMarkup(view, room)}
<h2>Components</h2>
<p class="dim">${overallWords(view)}</p>
<ul class="list">${view.components.map((each) => componentMarkup(each))}</ul>
<p class="dim">A high bar is a day without trouble, a middle one a day with some, a short one a day with an hour or more; a narrow bar holds maintenance, and of a hollow one nothing is known.</p>
${latencyMarkup(view)}
<h2>Incidents</h2>
${incidentList(view, room)}
${takesSubscribers ? SUBSCRIBE : NOTHING}`;
  return documentMarkup('Xplain status', '', { head, main, foot: footMarkup(view) });
}

function headline({ state, components }: StatusView): string {
  const isAllKnown = components.every((each) => each.state !== 'no_data');
  if (state === 'operational' && !isAllKnown) return 'Everything that is looked at works';
  return HEADLINES[state];
}

function lookWords({ lookedAt }: StatusView): Markup {
  if (lookedAt === null) return markup`Not looked at yet`;
  return markup`Last looked at ${timeMarkup(lookedAt)}`;
}

function demoWords({ demoUntil }: StatusView): string {
  return demoUntil === null ? '' : ' · demo data';
}

function demoNotice({ demoUntil }: StatusView): Markup {
  if (demoUntil === null) return NOTHING;
  return markup`<p class="note"><strong>Demo data.</strong> What this page shows from before ${timeMarkup(demoUntil)} was made up for the demo; nobody observed it.</p>`;
}

function overallWords({ overall }: StatusView): Markup {
  const { up, down } = overall.minutes;
  const coverage = percentText(
    Math.floor(overall.coverage * LIMITS.status.uptimeMinutes),
    LIMITS.status.uptimeMinutes,
  );
  const target = `${LIMITS.targets.uptimeRatio * 100}%`;
  if (overall.uptime === null) {
    return markup`API, both ingests and search together: not enough data for an uptime yet (${coverage} of 30 days known, target ${target}).`;
  }
  return markup`API, both ingests and search together: up ${percentText(up, up + down)} of the last 30 days, target ${target}; ${coverage} of them known.`;
}

function componentMarkup(component: ComponentView): Markup {
  const { name, state, reason, minutes, uptime, coverage } = component;
  const isWell = state === 'operational' && reason === null;
  const why =
    isWell || reason === null ? NOTHING : markup`<p class="dim">${STATUS_REASONS[reason]}</p>`;
  const known = percentText(
    Math.round(coverage * LIMITS.status.uptimeMinutes),
    LIMITS.status.uptimeMinutes,
  );
  const up =
    uptime === null
      ? 'Not enough data for an uptime'
      : `Up ${percentText(minutes.up, minutes.up + minutes.down)}`;
  return markup`<li><div class="row"><h3><bdi>${name}</bdi></h3>${stateMarkup(state)}</div>${why}
${barsMarkup(component)}
<div class="facts"><span>30 days ago</span><span>${up} · ${known} known</span><span>today</span></div>${troubledDays(component)}</li>
`;
}

function maintenanceMarkup(
  { maintenance: list, madeAt }: StatusView,
  { characters }: Room,
): Markup {
  if (list.length === 0) return NOTHING;
  const items = list.map(
    ({ from, to, announcedAt, components, text, isInTime }) => markup`<li>
<div class="row"><h3>${timeMarkup(from)} to ${timeMarkup(to)}</h3>${from <= madeAt ? stateMarkup('maintenance') : markup`<span class="dim">Planned</span>`}</div>
<p><bdi>${namesOf(components)}</bdi></p><p class="text">${shortText(text, characters)}</p>
<p class="dim">Announced ${timeMarkup(announcedAt)}. ${isInTime ? 'Announced in time: it does not count as downtime.' : 'At short notice: what is down meanwhile counts.'}</p></li>`,
  );
  return markup`<h2>Maintenance</h2><ul class="list">${items}</ul>`;
}

function latencyMarkup({ latencies, demoUntil }: StatusView): Markup {
  const intro =
    demoUntil === null
      ? 'Measured by this probe from outside.'
      : 'Demo data: mostly made up, not measured.';
  return markup`<h2>Latencies</h2><p class="dim">${intro}</p>
<div class="wide" tabindex="0" role="group" aria-label="Table of latencies"><table>
<thead><tr><th scope="col">What</th><th scope="col">Target</th><th scope="col">p50, 24 h</th><th scope="col">p95, 24 h</th><th scope="col">p99, 24 h</th><th scope="col">p50, 30 d</th><th scope="col">p95, 30 d</th><th scope="col">p99, 30 d</th></tr></thead>
<tbody>${latencies.map(latencyRow)}</tbody></table></div>`;
}

function latencyRow({ name, target, day, month }: LatencyView): Markup {
  const aim = target === null ? '–' : `${target.percentile} < ${millisecondsText(target.ms)}`;
  const cells = [day.p50, day.p95, day.p99, month.p50, month.p95, month.p99];
  return markup`<tr><th scope="row">${name}</th><td>${aim}</td>${cells.map((ms) => markup`<td>${millisecondsText(ms)}</td>`)}</tr>`;
}

function incidentList({ incidents, incidentCount }: StatusView, room: Room): Markup {
  if (incidents.length === 0) return markup`<p>No incident is on record.</p>`;
  const more =
    incidentCount > incidents.length
      ? markup`<p><a href="incidents.html">All incidents: ${incidentCount}</a></p>`
      : NOTHING;
  const items = incidents.map((each, at) =>
    incidentMarkup(each, 'incidents/', at < room.incidents ? room.characters : 0),
  );
  return markup`<ul class="list">${items}</ul>${more}`;
}

const SUBSCRIBE = markup`<h2>Be told</h2>
<p>By <a href="feed.atom">feed</a>, or by mail when an incident begins or ends and when maintenance is announced:</p>
<form method="post" action="subscribe"><label>E-mail address<input type="email" name="address" required maxlength="${LIMITS.mail.addressCharactersMax}" autocomplete="email"></label><button>Send me a link to confirm</button></form>`;

function footMarkup({ places }: StatusView): Markup {
  const from = places.map((place) => markup`<bdi>${place}</bdi>`);
  const list = from.flatMap((place, at) => (at === 0 ? [place] : [{ markup: ', ' }, place]));
  return markup`<p>Each minute a probe outside of the platform writes a log line, searches for it and looks at every component. Places: ${list}.</p>
<p>Uptime is up minutes ÷ (up + down minutes) over 43,200 minutes; maintenance announced 48 hours ahead and minutes without data are left out. Repeat it from <a href="status.json">status.json</a>. <a href="feed.atom">Feed</a> · <a href="badge.svg">Badge</a></p>`;
}
