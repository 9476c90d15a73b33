/** States of exports, runs and imports as coloured tags. */
import type {
  ExportHealth,
  ExportMode,
  ExportRunState,
  ImportState,
} from '../../../../src/spec/exports.ts';
import { Tag, type Tone } from '../../parts/tag.tsx';

interface Look {
  readonly tone: Tone;
  readonly word: string;
  readonly isStrong?: boolean;
}

const HEALTHS: Readonly<Record<ExportHealth, Look>> = {
  new: { tone: 'info', word: 'new' },
  ok: { tone: 'success', word: 'ok' },
  late: { tone: 'warning', word: 'late' },
  retrying: { tone: 'warning', word: 'retrying' },
  failing: { tone: 'danger', word: 'failing', isStrong: true },
  disabled: { tone: 'quiet', word: 'off' },
};

const RUNS: Readonly<Record<ExportRunState, Look>> = {
  waiting: { tone: 'info', word: 'waiting' },
  running: { tone: 'info', word: 'running', isStrong: true },
  retrying: { tone: 'warning', word: 'retrying' },
  done: { tone: 'success', word: 'done' },
  cancelled: { tone: 'quiet', word: 'cancelled' },
  given_up: { tone: 'danger', word: 'failed' },
};

const IMPORTS: Readonly<Record<ImportState, Look>> = {
  waiting: { tone: 'info', word: 'waiting' },
  running: { tone: 'info', word: 'running', isStrong: true },
  done: { tone: 'success', word: 'done' },
  failed: { tone: 'danger', word: 'failed' },
  cancelled: { tone: 'quiet', word: 'cancelled' },
};

const MODES: Readonly<Record<ExportMode, string>> = {
  archive: 'Every event once, by ingest time',
  report: 'Query result at the time of the run',
};

export function ExportHealthTag({ health }: { readonly health: ExportHealth }) {
  return <LookTag look={HEALTHS[health]} />;
}

export function RunStateTag({ state }: { readonly state: ExportRunState }) {
  return <LookTag look={RUNS[state]} />;
}

export function ImportStateTag({ state }: { readonly state: ImportState }) {
  return <LookTag look={IMPORTS[state]} />;
}

export function ModeTag({ mode }: { readonly mode: ExportMode }) {
  return (
    <Tag tone="quiet" title={MODES[mode]}>
      {mode}
    </Tag>
  );
}

function LookTag({ look: { tone, word, isStrong = false } }: { readonly look: Look }) {
  return (
    <Tag tone={tone} isStrong={isStrong}>
      {word}
    </Tag>
  );
}
