import { useMemo } from 'react';
import type { Looks } from '../../../../../src/charts/looks.ts';
import type {
  CompleteDefinition,
  CompletePanel,
} from '../../../../../src/contract/definition-form.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { askedDefinition } from '../logic/asked-definition.ts';
import { type DashboardChoice, askedVariables } from '../logic/dashboard-address.ts';
import { hasQuery } from '../logic/fill-definition.ts';
import { PanelFrame } from '../panels/panel-frame.tsx';
import { PanelView } from '../panels/panel-view.tsx';
import { useLooks } from '../view/use-looks.ts';
import { useDashboardData } from '../read/use-dashboard-data.ts';

/** The dependencies of a preview, in addition to the panel. */
export interface PreviewNeeds {
  readonly dashboardId: string;
  readonly choice: DashboardChoice;
  readonly timeZone: string;
}

interface PanelPreviewProps {
  readonly needs: PreviewNeeds;
  readonly draft: CompleteDefinition;
  /** How it looks now. */
  readonly panel: CompletePanel;
  /** Whose query was run last. */
  readonly ran: CompletePanel;
  /** As the dashboard colors its series. */
  readonly looks: Looks;
}

export function PanelPreview({ needs, draft, panel, ran, looks: before }: PanelPreviewProps) {
  const { dashboardId, choice, timeZone } = needs;
  const definition = useMemo(
    () => askedDefinition({ ...draft, panels: [withSourceOf(panel, ran)] }),
    [draft, panel, ran],
  );
  const names = new Set(draft.variables.map(({ name }) => name));
  const { earliest, latest } = choice;
  const data = useDashboardData(
    {
      id: dashboardId,
      earliest,
      latest,
      timeZone: choice.timeZone,
      variables: askedVariables(choice, names),
      panels: hasQuery(panel) ? [panel.id] : [],
      definition,
    },
    { refreshSeconds: null, isKiosk: false },
  );
  const state = data.panels.get(panel.id);
  const looks = useLooks([panel], data, before);
  const { annotations } = data;
  const around = useMemo(() => ({ timeZone, looks, annotations }), [timeZone, looks, annotations]);
  return (
    <>
      <ErrorNotice error={data.error} />
      <div className="de-preview-frame">
        <PanelFrame panel={panel} state={state}>
          <PanelView panel={panel} state={state} around={around} />
        </PanelFrame>
      </div>
    </>
  );
}

/** The current panel, with the source of the panel that was run. */
function withSourceOf(panel: CompletePanel, ran: CompletePanel): CompletePanel {
  if (!hasQuery(panel) || !hasQuery(ran)) return panel;
  const { query, search, then } = ran;
  // oxlint-disable-next-line unicorn/no-thenable -- A field of the wire.
  return { ...panel, query, search, then };
}
