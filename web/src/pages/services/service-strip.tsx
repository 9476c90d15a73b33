import { useMemo } from 'react';
import type { ServiceHealth } from '../../../../src/contract/service-health.ts';
import { StateStrip } from '../../charts/state-strip.tsx';
import { useShownZone } from '../../data/shown-zone.ts';
import { STRIP_CELL_MS, stripCells } from './logic/strip-cells.ts';
import classes from './services.module.css';

interface ServiceStripProps {
  readonly name: string;
  readonly history: ServiceHealth['history'];
}

/** The last 24 hours; what was not measured is hatched. */
export function ServiceStrip({ name, history }: ServiceStripProps) {
  const timeZone = useShownZone();
  const cells = useMemo(() => stripCells(history), [history]);
  return (
    <>
      <StateStrip
        label={`Last 24 hours of ${name}`}
        cells={cells}
        cellMs={STRIP_CELL_MS}
        timeZone={timeZone}
      />
      <div className={classes['ends']} aria-hidden="true">
        <span>24 h ago</span>
        <span>now</span>
      </div>
    </>
  );
}
