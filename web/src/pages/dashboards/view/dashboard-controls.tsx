import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import { TimePicker } from '../../../query/time/time-picker.tsx';
import { DashboardActions } from '../manage/dashboard-actions.tsx';
import { RefreshButton } from './refresh-button.tsx';
import type { ShownDashboard } from './use-shown-dashboard.ts';
import { ZonePicker } from './zone-picker.tsx';

interface DashboardControlsProps {
  readonly dashboard: Dashboard;
  readonly shown: ShownDashboard;
  readonly isTimeOpen: boolean;
  readonly onTime: (isOpen: boolean) => void;
}

const NOT_OWN = { earliest: undefined, latest: undefined };

/** Range, zone and rhythm, and what can be done with the whole. */
export function DashboardControls(props: DashboardControlsProps) {
  const { dashboard, shown, isTimeOpen, onTime } = props;
  const { definition, choice, change, timeZone, data, refreshSeconds, setRhythm } = shown;
  return (
    <>
      <TimePicker
        range={{
          earliest: choice.earliest ?? definition.time.earliest,
          latest: choice.latest ?? definition.time.latest,
        }}
        own={NOT_OWN}
        timeZone={timeZone}
        isOpen={isTimeOpen}
        onOpen={onTime}
        onChange={change}
      />
      <ZonePicker
        timeZone={timeZone}
        chosen={choice.timeZone}
        onChange={(zone) => change({ timeZone: zone })}
      />
      <RefreshButton
        refreshSeconds={refreshSeconds}
        isRefreshing={data.isRefreshing}
        onRefresh={data.refresh}
        onRhythm={setRhythm}
      />
      {!choice.isKiosk && <DashboardActions dashboard={dashboard} />}
    </>
  );
}
