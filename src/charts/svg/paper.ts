/** What all drawings have in common: their frame, their title, their letters. */
import { type Scheme, SURFACES, TEXT_COLORS } from '../colors.ts';
import { labelText } from '../label-text.ts';
import { type Markup, tag } from './markup.ts';

export interface Paper {
  readonly title: string;
  readonly scheme: Scheme;
  readonly width: number;
  readonly height: number;
  /** Also draws the background, for targets with another one, such as emails. */
  readonly hasGround?: boolean;
}

export const FONT_SIZE = 11;
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const SIDE_MAX = 4_000;
const DESCRIPTION_CHARACTERS_MAX = 1_000;

/** The whole drawing, with an accessible name and without external resources. */
export function drawPaper(paper: Paper, description: string, children: readonly Markup[]): string {
  const { width, height } = sizeOf(paper);
  const ground =
    paper.hasGround === true
      ? [tag('rect', { width, height, fill: SURFACES.page[paper.scheme] })]
      : [];
  return tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      role: 'img',
      // No IDs, because a page may contain several drawings.
      'aria-label': `${labelText(paper.title, 100)}. ${description.slice(0, DESCRIPTION_CHARACTERS_MAX)}`,
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      'font-family': FONT,
      'font-size': FONT_SIZE,
      fill: TEXT_COLORS.text[paper.scheme],
    },
    tag('title', {}, labelText(paper.title, 100)),
    tag('desc', {}, description.slice(0, DESCRIPTION_CHARACTERS_MAX)),
    ...ground,
    ...children,
  ).markup;
}

/** Clamps sizes from layouts and emails to whole, bounded numbers. */
export function sizeOf({ width, height }: Pick<Paper, 'width' | 'height'>) {
  return { width: side(width), height: side(height) };
}

function side(length: number): number {
  return Number.isFinite(length) ? Math.min(SIDE_MAX, Math.max(16, Math.round(length))) : 16;
}

export interface Letters {
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly color?: string;
  readonly size?: number;
  readonly weight?: number;
}

export function drawText(text: string, letters: Letters): Markup {
  const { x, y, anchor, color, size, weight } = letters;
  return tag(
    'text',
    { x, y, 'text-anchor': anchor, fill: color, 'font-size': size, 'font-weight': weight },
    text,
  );
}

/** Placeholder if there is nothing to draw. */
export function drawNothing(paper: Paper): string {
  const { width, height } = sizeOf(paper);
  const color = TEXT_COLORS.dimmed[paper.scheme];
  return drawPaper(paper, 'Nothing to show.', [
    drawText('No data', { x: width / 2, y: height / 2 + 4, anchor: 'middle', color }),
  ]);
}
