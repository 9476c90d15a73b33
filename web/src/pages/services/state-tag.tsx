/** A state as an icon and a word in its colour. */
import type { KpiState, ServiceState } from '../../../../src/spec/services.ts';
import { Icon } from '../../parts/icons.tsx';
import { KPI_LOOKS, SERVICE_LOOKS, type StateLook } from './logic/state-words.ts';
import classes from './services.module.css';

export function ServiceStateTag({ state }: { readonly state: ServiceState }) {
  return <LookTag {...SERVICE_LOOKS[state]} />;
}

export function KpiStateTag({ state }: { readonly state: KpiState }) {
  return <LookTag {...KPI_LOOKS[state]} />;
}

function LookTag({ word, icon, look }: StateLook) {
  return (
    <span className={classes['tag']} data-state={look}>
      <Icon name={icon} size={13} />
      {word}
    </span>
  );
}
