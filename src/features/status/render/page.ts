import { gzipSync } from 'node:zlib';
import { LIMITS } from '../../../spec/limits.ts';
import { STATUS_REASONS, type StatusState } from '../../../spec/status.ts';
import { namesOf } from '../make-view.ts';
import type { ComponentView, LatencyView, StatusView } from '../status-view.ts';
import { barsMarkup, daysWithIncidents } from './bars.ts';
import { documentMarkup, shapeOf, stateMarkup } from './document.ts';
import { incidentMarkup } from './incident-page.ts';
import { type Markup, markup, NOTHING } from './markup.ts';
import { millisecondsText, percentText, shortText, timeMarkup } from './words.ts';

const HEADLINES: Readonly<Record<StatusState, string>> = {
  operational: 'All systems operational',
  degraded: 'Degraded performance',
  outage: 'Service outage',
  maintenance: 'Maintenance in progress',
  no_data: 'Status unknown',
};

/** How much of what people wrote is shown. */
interface Room {
  /** Of one text. */
  readonly characters: number;
  /** Number of newest incidents shown with their latest update; older ones show only the title. */
  readonly incidents: number;
}

const { shownCharactersMax, incidentsShownMax } = LIMITS.status;

/** From most to least text. Every text is shown in full on its own page. */
const ROOMS: readonly [Room, ...Room[]] = [
  { characters: shownCharactersMax, incidents: incidentsShownMax },
  { characters: shownCharactersMax, incidents: 5 },
  { characters: shownCharactersMax, incidents: 2 },
  { characters: 100, incidents: 2 },
  { characters: 40, incidents: 0 },
];

/**
 * Renders the page: one request, no script, and never larger than promised, because older texts are cut first.
 * `takesSubscribers` is false if nothing handles the form.
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
<p class="dim">Tall bar: no downtime. Medium bar: less than 1 h of downtime. Short bar: 1 h or more. Narrow bar: maintenance. Hollow bar: no data.</p>
${latencyMarkup(view)}
<h2>Incidents</h2>
${incidentList(view, room)}
${takesSubscribers ? SUBSCRIBE : NOTHING}`;
  return documentMarkup('Xplain status', '', { head, main, foot: footMarkup(view) });
}

function headline({ state, components }: StatusView): string {
  const isAllKnown = components.every((each) => each.state !== 'no_data');
  if (state === 'operational' && !isAllKnown) return 'All checked components operational';
  return HEADLINES[state];
}

function lookWords({ lookedAt }: StatusView): Markup {
  if (lookedAt === null) return markup`Not checked yet`;
  return markup`Last checked ${timeMarkup(lookedAt)}`;
}

function demoWords({ demoUntil }: StatusView): string {
  return demoUntil === null ? '' : ' · demo data';
}

function demoNotice({ demoUntil }: StatusView): Markup {
  if (demoUntil === null) return NOTHING;
  return markup`<p class="note"><strong>Demo data.</strong> History before ${timeMarkup(demoUntil)} is generated for the demo and was not measured.</p>`;
}

function overallWords({ overall }: StatusView): Markup {
  const { up, down } = overall.minutes;
  const coverage = percentText(
    Math.floor(overall.coverage * LIMITS.status.uptimeMinutes),
    LIMITS.status.uptimeMinutes,
  );
  const target = `${LIMITS.targets.uptimeRatio * 100}%`;
  if (overall.uptime === null) {
    return markup`API, HTTP and OTLP ingest, and search combined: not enough data for an uptime yet (${coverage} of checks recorded, last 30 days; target ${target}).`;
  }
  return markup`API, HTTP and OTLP ingest, and search combined: ${percentText(up, up + down)} uptime, last 30 days (target ${target}; ${coverage} of checks recorded).`;
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
      : `${percentText(minutes.up, minutes.up + minutes.down)} uptime`;
  return markup`<li><div class="row"><h3><bdi>${name}</bdi></h3>${stateMarkup(state)}</div>${why}
${barsMarkup(component)}
<div class="facts"><span>30 days ago</span><span>${up} (${known} of checks recorded)</span><span>today</span></div>${daysWithIncidents(component)}</li>
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
<p class="dim">Announced ${timeMarkup(announcedAt)}. ${isInTime ? 'Announced 48 h ahead: not counted as downtime.' : 'Announced less than 48 h ahead: counted as downtime.'}</p></li>`,
  );
  return markup`<h2>Maintenance</h2><ul class="list">${items}</ul>`;
}

function latencyMarkup({ latencies, demoUntil }: StatusView): Markup {
  const intro =
    demoUntil === null
      ? 'Measured by this probe from outside the platform.'
      : 'Mostly generated demo data.';
  return markup`<h2>Latency</h2><p class="dim">${intro}</p>
<div class="wide" tabindex="0" role="group" aria-label="Latency table"><table>
<thead><tr><th scope="col">Request</th><th scope="col">Target</th><th scope="col">p50, 24 h</th><th scope="col">p95, 24 h</th><th scope="col">p99, 24 h</th><th scope="col">p50, 30 d</th><th scope="col">p95, 30 d</th><th scope="col">p99, 30 d</th></tr></thead>
<tbody>${latencies.map(latencyRow)}</tbody></table></div>`;
}

function latencyRow({ name, target, day, month }: LatencyView): Markup {
  const aim = target === null ? '–' : `${target.percentile} < ${millisecondsText(target.ms)}`;
  const cells = [day.p50, day.p95, day.p99, month.p50, month.p95, month.p99];
  return markup`<tr><th scope="row">${name}</th><td>${aim}</td>${cells.map((ms) => markup`<td>${millisecondsText(ms)}</td>`)}</tr>`;
}

function incidentList({ incidents, incidentCount }: StatusView, room: Room): Markup {
  if (incidents.length === 0) return markup`<p>No incidents recorded.</p>`;
  const more =
    incidentCount > incidents.length
      ? markup`<p><a href="incidents.html">All incidents: ${incidentCount}</a></p>`
      : NOTHING;
  const items = incidents.map((each, at) =>
    incidentMarkup(each, 'incidents/', at < room.incidents ? room.characters : 0),
  );
  return markup`<ul class="list">${items}</ul>${more}`;
}

const SUBSCRIBE = markup`<h2>Subscribe to updates</h2>
<p>Use the <a href="feed.atom">Atom feed</a>, or get an email when an incident starts or ends and when maintenance is announced:</p>
<form method="post" action="subscribe"><label>Email address<input type="email" name="address" required maxlength="${LIMITS.mail.addressCharactersMax}" autocomplete="email"></label><button>Subscribe</button></form>`;

function footMarkup({ places }: StatusView): Markup {
  const from = places.map((place) => markup`<bdi>${place}</bdi>`);
  const list = from.flatMap((place, at) => (at === 0 ? [place] : [{ markup: ', ' }, place]));
  return markup`<p>Every minute, a probe outside the platform writes a log line, searches for it and checks every component. Locations: ${list}.</p>
<p>Uptime is up minutes ÷ (up + down minutes) over 43,200 minutes; maintenance announced 48 hours ahead and minutes without data are excluded. Source data: <a href="status.json">status.json</a>. <a href="feed.atom">Feed</a> · <a href="badge.svg">Badge</a></p>`;
}
