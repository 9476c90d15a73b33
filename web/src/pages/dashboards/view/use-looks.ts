import { useMemo, useState } from 'react';
import type { Looks } from '../../../../../src/charts/looks.ts';
import type { SeenPanel } from '../panels/panel-props.ts';
import { looksFor, namesIn } from '../logic/name-looks.ts';
import type { RefreshState } from '../read/refresh-state.ts';

const NONE: Looks = new Map();

/** Assigns one colour per name. Colours assigned when all panels have loaded stay the same afterwards. */
export function useLooks(
  panels: readonly SeenPanel[],
  { panels: states, end }: Pick<RefreshState, 'panels' | 'end'>,
  before: Looks = NONE,
): Looks {
  const [settled, setSettled] = useState(before);
  // A string key: panels that return the same names neither change colours nor redraw a chart.
  const text = JSON.stringify(
    namesIn(panels.map(({ id, kind }) => ({ kind, shown: states.get(id)?.shown }))),
  );
  const looks = useMemo(() => looksFor(JSON.parse(text) as string[][], settled), [text, settled]);
  if (end !== undefined && looks !== settled) setSettled(looks);
  return looks;
}
