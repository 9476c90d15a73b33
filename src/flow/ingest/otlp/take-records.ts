import { type DraftRecord, addAttribute, newDraft, takeBody } from '../normalise-event.ts';
import { type Intake, refuse, refusesSize, take } from '../partial-intake.ts';
import type { OtlpAttribute, OtlpRecord, OtlpScope, OtlpVisitor } from './otlp-record.ts';

/** A resource attribute by which a client that can set no header chooses the index. */
const INDEX_ATTRIBUTE = 'xplain.index';
const SOURCE_ATTRIBUTE = 'service.name';

/** Adds the records of a request to the intake, each with the data of its resource and scope. */
export function otlpIntake(intake: Intake): OtlpVisitor {
  const { defaults } = intake;
  let resource = newDraft(defaults);
  let resourceBytes = 0;
  let scope: DraftRecord['attributes'] = [];
  let scopeBytes = 0;
  return {
    resource(attributes, bytes) {
      resource = newDraft(defaults);
      resourceBytes = bytes;
      scope = [];
      scopeBytes = 0;
      // Each of its records will be refused for its size.
      if (bytes > defaults.limits.eventBytesMax) return;
      for (const [key, value] of attributes) {
        if (key === INDEX_ATTRIBUTE && typeof value === 'string') resource.index = value;
        else addAttribute(resource, key, value, defaults.limits);
        if (key === SOURCE_ATTRIBUTE && value !== '') resource.source = String(value);
      }
    },
    scope(described, bytes) {
      scope = scopeAttributes(intake, described);
      scopeBytes = bytes;
    },
    refusesSize: (bytes) => refusesSize(intake, bytes),
    record(sent) {
      if (sent.fault !== undefined) return refuse(intake, 'VALIDATION_ERROR', sent.fault);
      const record = newDraft(defaults);
      record.index = resource.index;
      record.source = resource.source;
      fill(record, sent, intake);
      share(record, resource.attributes, defaults.limits.attributesMax);
      share(record, scope, defaults.limits.attributesMax);
      takeBody(record, sent.body ?? sent.eventName, defaults.limits);
      take(intake, record, sent.bytes, resourceBytes + scopeBytes);
    },
  };
}

function scopeAttributes({ defaults }: Intake, scope: OtlpScope): DraftRecord['attributes'] {
  const draft = newDraft(defaults);
  const named: OtlpAttribute[] = [
    ['otel.scope.name', scope.name || undefined],
    ['otel.scope.version', scope.version || undefined],
  ];
  for (const [key, value] of [...named, ...scope.attributes]) {
    addAttribute(draft, key, value, defaults.limits);
  }
  return draft.attributes;
}

function fill(record: DraftRecord, sent: OtlpRecord, { defaults }: Intake): void {
  const { limits } = defaults;
  const time = sent.time ?? sent.observedTime;
  if (time !== undefined) record.timestamp = time;
  takeSeverity(record, sent, limits);
  if (!isNothing(sent.traceId)) addAttribute(record, 'trace_id', sent.traceId, limits);
  if (!isNothing(sent.spanId)) addAttribute(record, 'span_id', sent.spanId, limits);
  if (sent.eventName !== '') addAttribute(record, 'event.name', sent.eventName, limits);
  for (const [key, value] of sent.attributes) addAttribute(record, key, value, limits);
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
const STEPS_PER_LEVEL = 4;

/** The number is language-independent; the text is kept if it differs. */
function takeSeverity(
  record: DraftRecord,
  { severityNumber, severityText }: OtlpRecord,
  limits: Intake['defaults']['limits'],
): void {
  const text = severityText.trim();
  const level = LEVELS[Math.floor((severityNumber - 1) / STEPS_PER_LEVEL)];
  record.level = level ?? (text.toLowerCase() || record.level);
  if (text === '' || text.toLowerCase() === record.level) return;
  addAttribute(record, 'severity_text', text, limits);
}

/** IDs of all zeroes mean no ID. */
function isNothing(id: string): boolean {
  return /^0*$/.test(id);
}

/** Attributes of the record take precedence over those of its resource. */
function share(
  record: DraftRecord,
  shared: DraftRecord['attributes'],
  attributesMax: number,
): void {
  const own = record.attributes.length;
  for (const [key, value] of shared) {
    if (record.attributes.length >= attributesMax) return;
    if (!isAmong(record.attributes, own, key)) record.attributes.push([key, value]);
  }
}

function isAmong(attributes: DraftRecord['attributes'], count: number, key: string): boolean {
  for (let at = 0; at < count; at++) if (attributes[at]?.[0] === key) return true;
  return false;
}
