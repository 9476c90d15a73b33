import { KIND_WORDS } from '../../../query/panel/kind-words.ts';
import type { CompletePanel } from '../../../../../src/contract/definition-form.ts';

/** What a panel is called where its title is empty. */
export function panelName({ title, kind }: Pick<CompletePanel, 'title' | 'kind'>): string {
  return title === '' ? KIND_WORDS[kind].label : title;
}

/** The position and size of a panel, for screen readers. */
export function placeWords(panels: readonly CompletePanel[], id: string): string {
  const panel = panels.find((each) => each.id === id);
  if (panel === undefined) return '';
  const { x, y, w, h } = panel;
  return `${panelName(panel)}: column ${x + 1}, row ${y + 1}, ${w} columns wide, ${h} rows high`;
}
