import { addAttribute, type DraftRecord, newDraft, takeBody } from '../normalise-event.ts';
import { type Intake, refuse, refusesSize, take } from '../partial-intake.ts';

export type Label = readonly [name: string, value: string];

export interface LokiEntry {
  /** Milliseconds since 1970; undefined when it is no time. */
  readonly time: number | undefined;
  readonly line: string;
  readonly metadata: readonly Label[];
  /** Size as it was sent. */
  readonly bytes: number;
  /** Why it cannot be taken, if its content is at fault. */
  readonly fault?: string;
}

/** A label by which a client that can set neither header nor address chooses the index. */
const INDEX_LABEL = 'xplain_index';
const SOURCE_LABELS = ['service_name', 'service', 'app', 'job'] as const;
const LEVEL_LABELS: readonly string[] = ['level', 'detected_level', 'severity'];

/** Puts the entries of one stream into the intake, each with the labels of the stream. */
export function openStream(intake: Intake, labels: readonly Label[]): (entry: LokiEntry) => void {
  const { defaults } = intake;
  const shared = newDraft(defaults);
  const sharedBytes = labels.reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value),
    0,
  );
  // Each entry of a stream with labels that large will be refused for its size.
  const used = sharedBytes > defaults.limits.eventBytesMax ? [] : labels;
  for (const [name, value] of used) {
    if (name === INDEX_LABEL) shared.index = value;
    else addLabel(shared, name, value, intake);
  }
  const named = new Map(labels);
  shared.source = SOURCE_LABELS.map((name) => named.get(name)).find(Boolean) ?? shared.source;
  return (entry) => {
    if (entry.fault !== undefined) return refuse(intake, 'VALIDATION_ERROR', entry.fault);
    if (entry.time === undefined) return refuse(intake, 'VALIDATION_ERROR', NO_TIME);
    if (refusesSize(intake, entry.bytes)) return;
    const record = newDraft(defaults);
    record.timestamp = entry.time;
    record.index = shared.index;
    record.source = shared.source;
    record.level = shared.level;
    record.attributes = shared.attributes.map(([key, value]) => [key, value]);
    for (const [name, value] of entry.metadata) addLabel(record, name, value, intake);
    takeBody(record, entry.line, defaults.limits);
    take(intake, record, entry.bytes, sharedBytes);
  };
}

const NO_TIME = 'The timestamp of an entry must be a number of nanoseconds since 1970.';

function addLabel(record: DraftRecord, name: string, value: string, { defaults }: Intake): void {
  if (!LEVEL_LABELS.includes(name)) addAttribute(record, name, value, defaults.limits);
  else if (value !== '' && value !== 'unknown') record.level = value.toLowerCase();
}
