/** The same facts for programs: `status.json`, an Atom feed and a badge. */
import { isoTime } from '../../../base/clock.ts';
import { STATUS_REASONS, STATUS_STATES } from '../../../spec/status.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { namesOf } from '../make-view.ts';
import type { IncidentView, MaintenanceView, StatusView } from '../status-view.ts';
import { type Markup, markup } from './markup.ts';
import { timeText } from './words.ts';

/** Everything on the page, with the minute counts of each uptime. */
export function statusJson(view: StatusView): string {
  const { window, demoUntil } = view;
  return JSON.stringify({
    madeAt: isoTime(view.madeAt),
    lookedAt: view.lookedAt === null ? null : isoTime(view.lookedAt),
    state: view.state,
    ...(demoUntil === null ? {} : { demo: { isDemo: true, madeUpBefore: isoTime(demoUntil) } }),
    places: view.places,
    notices: view.notices,
    window: { from: isoTime(window.from * MINUTE_MS), to: isoTime(window.to * MINUTE_MS) },
    overall: view.overall,
    components: view.components.map(({ reason, ...component }) => ({
      ...component,
      reason: reason === null ? null : { code: reason, text: STATUS_REASONS[reason] },
    })),
    latencies: view.latencies,
    maintenance: view.maintenance.map(({ from, to, announcedAt, ...rest }) => ({
      ...rest,
      from: isoTime(from),
      to: isoTime(to),
      announcedAt: isoTime(announcedAt),
    })),
    incidents: view.incidents.map(incidentJson),
    incidentCount: view.incidentCount,
  });
}

export function incidentJson({ openedAt, closedAt, updates, ...rest }: IncidentView): object {
  return {
    ...rest,
    openedAt: isoTime(openedAt),
    closedAt: closedAt === null ? null : isoTime(closedAt),
    updates: updates.map(({ madeAt, ...update }) => ({ ...update, madeAt: isoTime(madeAt) })),
  };
}

/** Incidents and maintenance, newest first. */
export function atomFeed(
  view: StatusView,
  incidents: readonly IncidentView[],
  url: string,
): string {
  const entries = [
    ...incidents.map((each) => ({ at: lastWord(each), entry: incidentEntry(each, url) })),
    ...view.maintenance.map((each) => ({
      at: each.announcedAt,
      entry: maintenanceEntry(each, url),
    })),
  ].toSorted((a, b) => b.at - a.at);
  const updated = entries[0]?.at ?? view.window.from * MINUTE_MS;
  return markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Xplain status</title><id>${url}/</id><link href="${url}/"/><link rel="self" href="${url}/feed.atom"/><updated>${isoTime(updated)}</updated><author><name>Xplain status</name></author>
${entries.map(({ entry }) => entry)}</feed>
`.markup;
}

function lastWord({ openedAt, closedAt, updates }: IncidentView): number {
  return Math.max(openedAt, closedAt ?? 0, updates.at(-1)?.madeAt ?? 0);
}

function incidentEntry(incident: IncidentView, url: string): Markup {
  const { id, title, components, openedAt, closedAt, updates } = incident;
  const words = [
    `Affected: ${namesOf(components)}.`,
    closedAt === null ? 'Ongoing.' : `Resolved at ${timeText(closedAt)}.`,
    ...updates.toReversed().map(({ step, text }) => `${step}: ${text}`),
  ];
  return markup`<entry><id>${url}/incidents/${id}</id><title>${title}</title><link href="${url}/incidents/${id}.html"/><published>${isoTime(openedAt)}</published><updated>${isoTime(lastWord(incident))}</updated><content type="text">${words.join('\n')}</content></entry>
`;
}

function maintenanceEntry(maintenance: MaintenanceView, url: string): Markup {
  const { id, from, to, announcedAt, components, text } = maintenance;
  return markup`<entry><id>${url}/maintenance/${id}</id><title>Maintenance: ${namesOf(components)}</title><link href="${url}/"/><published>${isoTime(announcedAt)}</published><updated>${isoTime(announcedAt)}</updated><content type="text">${timeText(from)} to ${timeText(to)}
${text}</content></entry>
`;
}

const BADGE_COLORS = {
  operational: '#1a7f37',
  degraded: '#9a6700',
  outage: '#cf222e',
  maintenance: '#0969da',
  no_data: '#57606a',
} as const;

export function badgeSvg({ state }: StatusView): string {
  const words = STATUS_STATES[state];
  const width = 24 + words.length * 8;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${56 + width}" height="24" role="img" aria-label="status: ${words}"><rect width="56" height="24" fill="#24292f"/><rect x="56" width="${width}" height="24" fill="${BADGE_COLORS[state]}"/><g fill="#fff" font-family="system-ui,sans-serif" font-size="12" text-anchor="middle"><text x="28" y="16">status</text><text x="${56 + width / 2}" y="16">${words}</text></g></svg>
`.markup;
}
