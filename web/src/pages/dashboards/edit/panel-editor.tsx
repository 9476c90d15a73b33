/** One panel, next to its preview. A query runs on request; changes of appearance apply immediately. */
import { Alert, Button, Group, NativeSelect, Textarea, TextInput, Title } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type {
  CompleteDefinition,
  CompletePanel,
} from '../../../../../src/contract/definition-form.ts';
import { PANEL_KINDS, type PanelKind } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { freePlace } from '../../../query/panel/free-place.ts';
import { guessPanel } from '../../../query/panel/guess-panel.ts';
import { KIND_WORDS } from '../../../query/panel/kind-words.ts';
import { PANEL_SIZES } from '../../../query/panel/panel-form.ts';
import { asKind } from '../logic/change-draft.ts';
import { hasQuery, type QueryPanel } from '../logic/fill-definition.ts';
import { panelProblem } from '../logic/panel-problem.ts';
import { panelName } from '../logic/place-words.ts';
import { LinkFields } from './link-fields.tsx';
import { OptionFields } from './option-fields.tsx';
import { SourceFields } from './source-fields.tsx';
import { ThresholdFields } from './threshold-fields.tsx';

const limits = LIMITS.dashboards;

interface PanelEditorProps {
  /** Renders the panel with the rows of the last query that was run. */
  readonly preview: (panel: CompletePanel, ran: CompletePanel) => ReactNode;
  readonly draft: CompleteDefinition;
  readonly panel: CompletePanel;
  /** The query determines the kind until the user selects one. */
  readonly isNew: boolean;
  readonly onDone: (panel: CompletePanel) => void;
  readonly onCancel: () => void;
}

export function PanelEditor(props: PanelEditorProps) {
  const { preview, draft, isNew, onDone, onCancel } = props;
  const [panel, setPanel] = useState(props.panel);
  const [ran, setRan] = useState(props.panel);
  const [isKindChosen, setIsKindChosen] = useState(!isNew);
  const problem = useMemo(() => panelProblem(panel, draft), [panel, draft]);
  const [isTold, setIsTold] = useState(false);
  const run = (): void => {
    setIsTold(true);
    if (problem !== undefined) return;
    const next = isKindChosen ? panel : withGuessed(panel, draft);
    setPanel(next);
    setRan(next);
  };
  const done = (): void => {
    setIsTold(true);
    if (problem === undefined) onDone(isKindChosen ? panel : withGuessed(panel, draft));
  };
  const told = isTold ? problem : undefined;
  return (
    <section aria-label="Panel editor" className="db-page">
      <Group justify="space-between" mb="md">
        <Title order={2}>{isNew ? 'New panel' : panelName(panel)}</Title>
        <Group gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button onClick={done}>{isNew ? 'Add panel' : 'Apply'}</Button>
        </Group>
      </Group>
      {told !== undefined && (
        <Alert color="red" variant="light" role="alert" p="xs" mb="sm">
          {told.message}
        </Alert>
      )}
      <div className="de-panel-editor">
        <div className="de-preview">
          {preview(panel, ran)}
          {hasQuery(panel) && (
            <SourceFields
              panel={panel}
              draft={draft}
              problem={told}
              onChange={setPanel}
              onRun={run}
            />
          )}
        </div>
        <div className="de-options">
          <KindField
            panel={panel}
            onChange={(kind) => {
              setIsKindChosen(true);
              setPanel(isNew ? withRoomFor(asKind(panel, kind), draft) : asKind(panel, kind));
            }}
          />
          <AboutFields panel={panel} onChange={setPanel} />
          <OptionFields panel={panel} onChange={setPanel} />
          {hasQuery(panel) && <QueryPanelFields panel={panel} told={told} onChange={setPanel} />}
        </div>
      </div>
    </section>
  );
}

/** For a new panel: sets the kind, and a title if the user has not set one. */
function withGuessed(panel: CompletePanel, draft: CompleteDefinition): CompletePanel {
  if (!hasQuery(panel) || panel.query === null) return panel;
  const { kind, title } = guessPanel(panel.query);
  const guessed = withRoomFor(asKind(panel, kind), draft);
  return { ...guessed, title: panel.title === '' ? title : panel.title };
}

/** Of a new panel: as large as its kind usually is, where that fits. */
function withRoomFor(panel: CompletePanel, { panels }: CompleteDefinition): CompletePanel {
  return { ...panel, ...freePlace(panels, PANEL_SIZES[panel.kind]) };
}

interface KindFieldProps {
  readonly panel: CompletePanel;
  readonly onChange: (kind: PanelKind) => void;
}

function KindField({ panel, onChange }: KindFieldProps) {
  const suited = hasQuery(panel) && panel.query !== null ? guessPanel(panel.query).kind : undefined;
  const isOther = suited !== undefined && suited !== panel.kind && !isRelated(suited, panel.kind);
  return (
    <NativeSelect
      label="Visualization"
      description={
        isOther
          ? `Suggested for this query: ${KIND_WORDS[suited].label.toLowerCase()}`
          : KIND_WORDS[panel.kind].about
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={panel.kind}
      data={PANEL_KINDS.map((value) => ({ value, label: KIND_WORDS[value].label }))}
      onChange={(event) => {
        const kind = PANEL_KINDS.find((each) => each === event.currentTarget.value);
        if (kind !== undefined) onChange(kind);
      }}
    />
  );
}

/** Kinds that read the same rows. Anything can be a table. */
function isRelated(suited: PanelKind, kind: PanelKind): boolean {
  const twins = new Set([suited, kind]);
  return (
    kind === 'table' ||
    (twins.has('bars') && twins.has('share')) ||
    (twins.has('logs') && twins.has('patterns'))
  );
}

interface FieldsProps<Panel> {
  readonly panel: Panel;
  readonly onChange: (panel: Panel) => void;
}

function AboutFields({ panel, onChange }: FieldsProps<CompletePanel>) {
  return (
    <>
      <TextInput
        label="Title"
        maxLength={limits.titleCharactersMax}
        value={panel.title}
        onChange={(event) => onChange({ ...panel, title: event.currentTarget.value })}
      />
      {panel.kind !== 'heading' && (
        <Textarea
          label="Description"
          autosize
          minRows={1}
          maxRows={6}
          maxLength={limits.descriptionCharactersMax}
          value={panel.description}
          onChange={(event) => onChange({ ...panel, description: event.currentTarget.value })}
        />
      )}
    </>
  );
}

interface QueryPanelFieldsProps extends FieldsProps<QueryPanel> {
  readonly told: ReturnType<typeof panelProblem>;
}

function QueryPanelFields({ panel, told, onChange }: QueryPanelFieldsProps) {
  return (
    <>
      {HAS_THRESHOLDS.has(panel.kind) && (
        <ThresholdFields
          thresholds={panel.thresholds}
          onChange={(thresholds) => onChange({ ...panel, thresholds })}
        />
      )}
      <LinkFields
        link={panel.link}
        error={told?.field === 'link' ? told.message : undefined}
        onChange={(link) => onChange({ ...panel, link })}
      />
    </>
  );
}

const HAS_THRESHOLDS: ReadonlySet<PanelKind> = new Set<PanelKind>([
  'timeseries',
  'value',
  'bars',
  'table',
]);
