import { STATUS_STATES, type StatusState } from '../../../spec/status.ts';
import { type Markup, markup } from './markup.ts';
import { STYLE } from './style.ts';

/** A whole page. `root` leads from it to the front page, also where the pages are files in a folder. */
export function documentMarkup(
  title: string,
  root: string,
  content: { readonly head: Markup; readonly main: Markup; readonly foot: Markup },
): string {
  const style: Markup = { markup: STYLE };
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="alternate" type="application/atom+xml" title="Incidents and maintenance" href="${root}feed.atom">
<style>${style}</style>
</head>
<body>
<header>${content.head}</header>
<main>${content.main}</main>
<footer>${content.foot}</footer>
</body>
</html>
`;
  return page.markup;
}

/** A shape for each state, so that no information depends on color alone. */
const SHAPES: Readonly<Record<StatusState, string>> = {
  operational:
    'M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0Zm-1.2 11.6L3.4 8.2l1.3-1.3 2.1 2.1 4.5-4.5 1.3 1.3Z',
  degraded: 'M8 1 16 15H0Zm-1 5v4h2V6Zm0 5.4v1.6h2v-1.6Z',
  outage:
    'M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0ZM5.2 4 8 6.8 10.8 4 12 5.2 9.2 8l2.8 2.8-1.2 1.2L8 9.2 5.2 12 4 10.8 6.8 8 4 5.2Z',
  maintenance: 'M2 2h12v12H2Zm3 5v2h6V7Z',
  no_data: 'M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0Zm0 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z',
};

export function shapeOf(state: StatusState, className: string): Markup {
  return markup`<svg class="${className}" viewBox="0 0 16 16" aria-hidden="true"><path d="${SHAPES[state]}"/></svg>`;
}

export function stateMarkup(state: StatusState): Markup {
  return markup`<span class="state ${state}">${shapeOf(state, '')}${STATUS_STATES[state]}</span>`;
}
