import { LIMITS } from '../../spec/limits.ts';
import { incidentPage, incidentsPage } from './render/incident-page.ts';
import { atomFeed, badgeSvg, statusJson } from './render/other-forms.ts';
import { statusPage } from './render/page.ts';
import { render, type Rendered } from './rendered.ts';
import type { Board } from './status-board.ts';
import type { StatusView } from './status-view.ts';

/**
 * The most requested files, rendered once a minute and kept in memory, so that they are available even if everything
 * else fails.
 */
export type Files = ReadonlyMap<string, Rendered>;

export function renderAll(view: StatusView, board: Board, url: string): Files {
  const incidents = board.incidents(1);
  return new Map([
    ['/', render('html', statusPage(view, true))],
    ['/status.json', render('json', statusJson(view))],
    ['/feed.atom', render('atom', atomFeed(view, incidents, url))],
    ['/badge.svg', render('svg', badgeSvg(view))],
  ]);
}

/**
 * Renders the same files for a folder served by others: no forms, because nothing there handles them, and one page of
 * incidents.
 */
export function filesToPublish(
  view: StatusView,
  board: Board,
  url: string,
): ReadonlyMap<string, string> {
  const incidents = board.incidents(1);
  return new Map([
    ['index.html', statusPage(view, false)],
    ['status.json', statusJson(view)],
    ['feed.atom', atomFeed(view, incidents, url)],
    ['badge.svg', badgeSvg(view)],
    [
      'incidents.html',
      incidentsPage(incidents, 1, Math.min(incidents.length, LIMITS.status.incidentsPerPage)),
    ],
    ...incidents.map((each) => [`incidents/${each.id}.html`, incidentPage(each)] as const),
  ]);
}
