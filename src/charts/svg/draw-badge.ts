/** A badge: what it is about, and how that is, each on a ground of its own. */
import { labelText, textWidth } from '../label-text.ts';
import { tag } from './markup.ts';

export interface BadgeDrawing {
  readonly label: string;
  readonly value: string;
  readonly tone: 'good' | 'bad' | 'unsure' | 'none';
}

const HEIGHT = 20;
const PADDING = 8;
const FONT_SIZE = 11;
const LABEL_CHARACTERS_MAX = 40;
const LABEL_GROUND = '#24292f';
/** White text is readable on each. */
const GROUNDS: Readonly<Record<BadgeDrawing['tone'], string>> = {
  good: '#1a7f37',
  bad: '#cf222e',
  unsure: '#8a5a00',
  none: '#57606a',
};

/** A whole SVG file. */
export function drawBadge({ label, value, tone }: BadgeDrawing): string {
  const parts = [
    { text: labelText(label, LABEL_CHARACTERS_MAX), fill: LABEL_GROUND },
    { text: labelText(value), fill: GROUNDS[tone] },
  ];
  const words = parts.map(({ text }) => text).join(': ');
  let x = 0;
  const drawn = parts.flatMap(({ text, fill }) => {
    const width = Math.ceil(textWidth(text, FONT_SIZE)) + 2 * PADDING;
    const at = x;
    x += width;
    return [
      tag('rect', { x: at, width, height: HEIGHT, fill }),
      tag('text', { x: at + width / 2, y: 14, fill: '#ffffff' }, text),
    ];
  });
  const font = { 'font-family': 'system-ui,sans-serif', 'font-size': FONT_SIZE };
  const size = { width: x, height: HEIGHT, viewBox: `0 0 ${x} ${HEIGHT}` };
  return tag(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', ...size, role: 'img', 'aria-label': words },
    tag('title', {}, words),
    tag('g', { ...font, 'text-anchor': 'middle' }, ...drawn),
  ).markup;
}
