/** A dashboard being edited: panels to move and open, settings, and saving. */
import { Text } from '@mantine/core';
import { lazy, Suspense, useMemo, useState, useEffect } from 'react';
import type { Looks } from '../../../../../src/charts/looks.ts';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import type { CompletePanel } from '../../../../../src/contract/definition-form.ts';
import type { PanelKind } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { loadPage } from '../../../api/load-page.ts';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { RowsSkeleton } from '../../../parts/page-frame.tsx';
import { sayDone, sayDoneWith, sayFailed } from '../../../parts/ready-notice.ts';
import { useUnsavedWarning } from '../../../parts/use-unsaved-warning.ts';
import type { DashboardChoice } from '../logic/dashboard-address.ts';
import { withCopies, withNewPanel, withoutPanel, withPanel } from '../logic/change-draft.ts';
import { panelName } from '../logic/place-words.ts';
import { useLooks } from '../view/use-looks.ts';
import { AddPanelMenu } from './add-panel-menu.tsx';
import { EditBar } from './edit-bar.tsx';
import { EditGrid } from './edit-grid.tsx';
import { EditedPanel, useEditedPanels } from './edited-panel.tsx';
import { PanelPreview } from './panel-preview.tsx';
import { SaveDialog } from './save-dialog.tsx';
import type { SettingsPart } from './settings-dialog.tsx';
import { useClipboard } from './use-clipboard.ts';
import { type Draft, useDraft } from './use-draft.ts';
import { useSave } from './use-save.ts';
import './edit.css';
import { useLatest } from '../../../parts/use-latest.ts';

// Arranging panels requires neither the query language nor a form.
const PanelEditor = lazy(async () => ({
  default: (await loadPage(import('./panel-editor.tsx'))).PanelEditor,
}));
const SettingsDialog = lazy(async () => ({
  default: (await loadPage(import('./settings-dialog.tsx'))).SettingsDialog,
}));
const MergeDialog = lazy(async () => ({
  default: (await loadPage(import('./merge-dialog.tsx'))).MergeDialog,
}));

interface DashboardEditorProps {
  readonly dashboard: Dashboard;
  readonly choice: DashboardChoice;
  /** Where neither viewer nor dashboard has chosen one. */
  readonly timeZone: string;
  readonly onLeave: () => void;
}

export function DashboardEditor({ dashboard, choice, timeZone, onLeave }: DashboardEditorProps) {
  const draft = useDraft(dashboard);
  const [opened, setOpened] = useState<Opened>();
  const [settings, setSettings] = useState<SettingsPart>();
  const [isSaving, setIsSaving] = useState(false);
  const [looks, setLooks] = useState<Looks>(new Map());
  const saving = useSave(draft, () => setIsSaving(false));
  const actions = useActions(draft, setOpened);
  const zone = choice.timeZone ?? draft.now.timeZone ?? timeZone;
  const needs = { dashboardId: dashboard.id, choice, timeZone: zone };
  useUnsavedWarning(draft.isChanged, 'Leave without saving the dashboard?');
  const isOpen = opened !== undefined || settings !== undefined || isSaving;
  useEditKeys(draft, { onSave: () => setIsSaving(true), isPaused: isOpen });
  if (opened !== undefined) {
    return (
      <Suspense fallback={<RowsSkeleton rows={8} />}>
        <PanelEditor
          draft={draft.now}
          preview={(panel, ran) => (
            <PanelPreview {...{ needs, panel, ran, looks }} draft={draft.now} />
          )}
          panel={opened.panel}
          isNew={opened.isNew}
          onCancel={() => setOpened(undefined)}
          onDone={(panel) => {
            setOpened(undefined);
            draft.change(
              opened.isNew
                ? { ...draft.now, panels: [...draft.now.panels, panel] }
                : withPanel(draft.now, panel),
            );
          }}
        />
      </Suspense>
    );
  }
  return (
    <div className="db-page">
      <EditBar
        draft={draft}
        onAdd={actions.add}
        onPaste={actions.paste}
        onSettings={setSettings}
        onSave={() => setIsSaving(true)}
        onLeave={onLeave}
      />
      <ManagedBanner kind="dashboards" id={dashboard.id} />
      <Panels draft={draft} needs={needs} actions={actions} looks={looks} onLooks={setLooks} />
      <Suspense>
        {settings !== undefined && (
          <SettingsDialog
            draft={draft.now}
            part={settings}
            onClose={() => setSettings(undefined)}
            onApply={(next) => {
              setSettings(undefined);
              draft.change(next);
            }}
          />
        )}
        {isSaving && saving.meeting === undefined && (
          <SaveDialog saving={saving} onClose={() => setIsSaving(false)} />
        )}
        {saving.meeting !== undefined && <MergeDialog meeting={saving.meeting} saving={saving} />}
      </Suspense>
    </div>
  );
}

interface Opened {
  readonly panel: CompletePanel;
  readonly isNew: boolean;
}

type Actions = ReturnType<typeof useActions>;

interface PanelsProps {
  readonly draft: Draft;
  readonly needs: Parameters<typeof useEditedPanels>[1];
  readonly actions: Actions;
  readonly looks: Looks;
  readonly onLooks: (looks: Looks) => void;
}

function Panels({ draft, needs, actions, looks: before, onLooks }: PanelsProps) {
  const { panels } = draft.now;
  const data = useEditedPanels(draft.now, needs);
  const looks = useLooks(panels, data, before);
  useEffect(() => onLooks(looks), [looks, onLooks]);
  const { timeZone } = needs;
  const { annotations } = data;
  const around = useMemo(() => ({ timeZone, looks, annotations }), [timeZone, looks, annotations]);
  if (panels.length === 0) {
    return (
      <div className="de-empty">
        <div>
          <Text mb="sm">No panels yet. Each panel shows the result of a query.</Text>
          <AddPanelMenu onAdd={actions.add} onPaste={actions.paste} isPrimary />
        </div>
      </div>
    );
  }
  return (
    <>
      <ErrorNotice error={data.error} onRetry={data.refresh} />
      <EditGrid
        panels={panels}
        onArrange={(next) => draft.change({ ...draft.now, panels: next })}
        onOpen={actions.open}
        onDuplicate={actions.duplicate}
        onCopy={actions.copy}
        onRemove={actions.remove}
        render={(panel) => (
          <EditedPanel panel={panel} state={data.panels.get(panel.id)} around={around} />
        )}
      />
    </>
  );
}

/** What can be done with panels. */
function useActions(draft: Draft, onOpen: (opened: Opened) => void) {
  const { now, change } = draft;
  const isFull = now.panels.length >= LIMITS.dashboards.panelsMax;
  const paste = (panels: readonly CompletePanel[]): void => {
    if (isFull) return sayFull();
    const { draft: next } = withCopies(now, panels);
    change(next);
    sayDone(panels.length === 1 ? 'Panel pasted' : `${panels.length} panels pasted`);
  };
  const clipboard = useClipboard(paste);
  const find = (id: string): CompletePanel | undefined =>
    now.panels.find((panel) => panel.id === id);
  const withFound = (id: string, act: (panel: CompletePanel) => void): void => {
    const panel = find(id);
    if (panel !== undefined) act(panel);
  };
  const { copied } = clipboard;
  return {
    add: (kind: PanelKind | undefined) => {
      if (isFull) return sayFull();
      const { draft: next, id } = withNewPanel(now, kind ?? 'logs');
      const panel = next.panels.find((each) => each.id === id);
      if (panel === undefined) return undefined;
      // A heading has nothing to be thought about; it can be opened all the same.
      if (kind === 'heading') {
        change({ ...next, panels: next.panels.with(-1, { ...panel, title: 'Heading' }) });
      } else {
        onOpen({ panel, isNew: true });
      }
      return undefined;
    },
    open: (id: string) => withFound(id, (panel) => onOpen({ panel, isNew: false })),
    duplicate: (id: string) =>
      withFound(id, (panel) => {
        if (isFull) return sayFull();
        change(withCopies(now, [panel]).draft);
        return undefined;
      }),
    copy: (id: string) =>
      withFound(id, (panel) => {
        clipboard.copy(panel);
        sayDone(`Copied “${panelName(panel)}”. Paste it here or on another dashboard.`);
      }),
    remove: (id: string) =>
      withFound(id, (panel) => {
        const before = now;
        change(withoutPanel(now, id));
        sayDoneWith(`“${panelName(panel)}” deleted`, [
          { label: 'Undo', act: () => change(before) },
        ]);
      }),
    paste: copied === undefined ? undefined : () => paste(copied),
  };
}

function sayFull(): undefined {
  sayFailed(`Limit reached: ${LIMITS.dashboards.panelsMax} panels per dashboard.`);
}

interface EditKeys {
  readonly onSave: () => void;
  /** While a dialog is open over the page. */
  readonly isPaused: boolean;
}

/** Ctrl+S saves, Ctrl+Z takes back, Ctrl+Shift+Z does it again. */
function useEditKeys(draft: Draft, keys: EditKeys): void {
  const latest = useLatest({ draft, ...keys });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { draft: now, onSave, isPaused } = latest.current;
      if (!(event.ctrlKey || event.metaKey) || isPaused) return;
      const key = event.key.toLowerCase();
      if (key === 's') {
        event.preventDefault();
        if (now.isChanged) onSave();
      } else if (key === 'z') {
        event.preventDefault();
        (event.shiftKey ? now.redo : now.undo)?.();
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [latest]);
}
