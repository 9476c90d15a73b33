import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { namesOf } from '../make-view.ts';
import type { IncidentView } from '../status-view.ts';
import { documentMarkup, stateMarkup } from './document.ts';
import { type Markup, markup, NOTHING } from './markup.ts';
import { minutesText, shortText, timeMarkup } from './words.ts';

/** One incident in a list, with its latest update if there is room for it. */
export function incidentMarkup(
  incident: IncidentView,
  folder: string,
  charactersMax: number = LIMITS.status.shownCharactersMax,
): Markup {
  const { id, title, isOutage, closedAt } = incident;
  const state = closedAt === null ? (isOutage ? 'outage' : 'degraded') : 'operational';
  const badge = closedAt === null ? stateMarkup(state) : markup`<span class="dim">Resolved</span>`;
  const words =
    charactersMax === 0
      ? NOTHING
      : updatesMarkup(incident.updates.slice(-1), (text) => shortText(text, charactersMax));
  return markup`<li><div class="row"><h3><a href="${folder}${id}.html"><bdi>${title}</bdi></a></h3>${badge}</div>
<p class="dim">${spanMarkup(incident)}</p>${words}</li>
`;
}

function spanMarkup({ openedAt, closedAt }: IncidentView): Markup {
  if (closedAt === null) return markup`Since ${timeMarkup(openedAt)}`;
  const minutes = Math.max(1, Math.round((closedAt - openedAt) / MINUTE_MS));
  return markup`${timeMarkup(openedAt)}, for ${minutesText(minutes)}`;
}

function updatesMarkup(
  updates: IncidentView['updates'],
  shown: (text: string) => string = (text) => text,
): Markup {
  const items = updates
    .toReversed()
    .map(
      ({ madeAt, step, text, name }) =>
        markup`<li><p><strong>${step[0]?.toUpperCase() ?? ''}${step.slice(1)}</strong> <span class="dim">${timeMarkup(madeAt)}, <bdi>${name}</bdi></span></p><p class="text">${shown(text)}</p></li>`,
    );
  return items.length === 0 ? NOTHING : markup`<ul>${items}</ul>`;
}

const FOOT = markup`<p>Times are in UTC.</p>`;

export function incidentPage(incident: IncidentView): string {
  const head = markup`<h1><a href="../">Xplain status</a></h1>`;
  const main = markup`<h2><bdi>${incident.title}</bdi></h2>
<p>${spanMarkup(incident)}${incident.closedAt === null ? '' : '. Resolved.'}</p>
<p>Affected: <bdi>${namesOf(incident.components)}</bdi></p>
${updatesMarkup(incident.updates)}`;
  return documentMarkup(`${incident.title} – Xplain status`, '../', { head, main, foot: FOOT });
}

/** All incidents, page by page; the first is 1. */
export function incidentsPage(
  incidents: readonly IncidentView[],
  page: number,
  count: number,
): string {
  const pages = Math.max(1, Math.ceil(count / LIMITS.status.incidentsPerPage));
  const newer = page > 1 ? markup`<a href="incidents.html?page=${page - 1}">Newer</a> ` : NOTHING;
  const older =
    page < pages ? markup`<a href="incidents.html?page=${page + 1}">Older</a>` : NOTHING;
  const head = markup`<h1><a href="./">Xplain status</a></h1>`;
  const main = markup`<h2>Incidents, page ${page} of ${pages}</h2>
<ul class="list">${incidents.map((each) => incidentMarkup(each, 'incidents/'))}</ul><p>${newer}${older}</p>`;
  return documentMarkup('Incidents – Xplain status', './', { head, main, foot: FOOT });
}

/** A short message in response to a submitted form, optionally with a button. */
export function answerPage(
  title: string,
  words: string,
  button?: { readonly action: string; readonly token: string; readonly text: string },
): string {
  const form =
    button === undefined
      ? NOTHING
      : markup`<form method="post" action="${button.action}"><input type="hidden" name="token" value="${button.token}"><button>${button.text}</button></form>`;
  const head = markup`<h1><a href="/">Xplain status</a></h1>`;
  const main = markup`<h2>${title}</h2><p>${words}</p>${form}`;
  return documentMarkup(`${title} – Xplain status`, '/', { head, main, foot: FOOT });
}
