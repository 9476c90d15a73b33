import { invalid } from '../../../base/errors.ts';
import type { CompletePanel } from '../../../contract/definition-form.ts';

/** The requested panels, in this order; without a request, those not hidden by a collapsed heading. */
export function visiblePanels(
  panels: readonly CompletePanel[],
  wanted: readonly string[] | undefined,
): readonly CompletePanel[] {
  if (wanted === undefined) return unhidden(panels);
  return wanted.map((id, at) => {
    const panel = panels.find((each) => each.id === id);
    if (panel === undefined) throw invalid(`panels.${at}`, 'No such panel in this dashboard.');
    return panel;
  });
}

/** In reading order: a heading covers all panels below it, down to the next heading. */
function unhidden(panels: readonly CompletePanel[]): CompletePanel[] {
  const ordered = panels.toSorted((left, right) => left.y - right.y || left.x - right.x);
  let isHidden = false;
  return ordered.filter((panel) => {
    if (panel.kind === 'heading') {
      isHidden = panel.options.collapsed;
      return true;
    }
    return !isHidden;
  });
}
