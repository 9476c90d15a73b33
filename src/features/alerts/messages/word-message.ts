import { isoTime } from '../../../base/clock.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SEVERITIES, type Severity } from '../../../spec/alerts.ts';
import { shorten } from './formats/format.ts';
import { listItems, valueText } from './list-items.ts';
import { groupText, type Message, type MessageItem } from './message.ts';
import { fillTemplate, type TemplateValues } from './fill-template.ts';

/** Content of a message, before it is worded. */
export interface MessageFacts {
  readonly id: string;
  readonly kind: Message['kind'];
  readonly organization: string;
  readonly rule: (Message['rule'] & Templates) | null;
  readonly items: readonly MessageItem[];
  readonly isStorm: boolean;
  readonly url: string;
  readonly samples: readonly string[];
  readonly at: number;
}

interface Templates {
  readonly title: string | null;
  readonly body: string | null;
}

/** Builds the text that all channels share. Each channel escapes it in its own way. */
export function wordMessage(facts: MessageFacts): Message {
  const { items, rule } = facts;
  const isFiring = items.some(({ transition }) => transition !== 'resolved');
  const values = valuesOf(facts);
  const listed = byWorst(items).slice(0, LIMITS.alerts.messageGroupsMax);
  const title = rule?.title ?? null;
  const body = rule?.body ?? null;
  const list = items.length > 1 || body === null ? listItems(listed, items.length) : [];
  const text = body === null ? builtInBody(facts, values) : [fillTemplate(body, values)];
  return {
    id: facts.id,
    kind: facts.kind,
    organization: facts.organization,
    rule: rule === null ? null : { id: rule.id, name: rule.name, runbook: rule.runbook },
    severity: worstOf(items),
    isFiring,
    title: oneLine(title === null ? builtInTitle(facts, isFiring) : fillTemplate(title, values)),
    body: [...text, ...(list.length === 0 ? [] : ['', ...list])].join('\n').trim(),
    items: listed,
    total: items.length,
    isStorm: facts.isStorm,
    url: facts.url,
    samples: facts.samples,
    values,
    at: facts.at,
  };
}

function builtInTitle({ rule, items, kind }: MessageFacts, isFiring: boolean): string {
  const word = kind === 'reminder' ? 'Still firing' : isFiring ? 'Firing' : 'Resolved';
  const [first] = items;
  const group = items.length === 1 && first !== undefined ? groupText(first.group) : '';
  const detail = items.length > 1 ? ` (${items.length} groups)` : group === '' ? '' : ` (${group})`;
  // What matters most comes first: a phone shows few characters of a subject.
  const severity = isFiring ? `[${worstOf(items)}] ` : '';
  return `${severity}${word}: ${rule?.name ?? 'alert'}${detail}`;
}

function builtInBody({ rule, url }: MessageFacts, values: TemplateValues): string[] {
  const condition = values['condition'] ?? '';
  const runbook = rule?.runbook ?? '';
  return [
    ...(condition === '' ? [] : [`Condition: ${condition}`]),
    ...(url === '' ? [] : [`Details: ${url}`]),
    ...(runbook === '' ? [] : ['', 'Runbook:', runbook]),
  ];
}

/** With several groups, `{{group.…}}` and `{{value}}` refer to the first one that fires. */
function valuesOf({ rule, items, url }: MessageFacts): TemplateValues {
  const first = items.find(({ transition }) => transition !== 'resolved') ?? items[0];
  const group = Object.entries(first?.group ?? {}).map(([name, value]) => [`group.${name}`, value]);
  return {
    ...(Object.fromEntries(group) as Record<string, string>),
    'rule.name': rule?.name ?? '',
    severity: worstOf(items),
    value: valueText(first?.value ?? null),
    condition: first?.condition ?? '',
    from: first === undefined ? '' : isoTime(first.eventsFrom),
    to: first === undefined ? '' : isoTime(first.eventsTo),
    url,
    runbook: rule?.runbook ?? '',
    count: String(items.length),
  };
}

/** Firing incidents come first: a list that is cut loses resolved ones. */
function byWorst(items: readonly MessageItem[]): readonly MessageItem[] {
  return items.toSorted(
    (a, b) => Number(a.transition === 'resolved') - Number(b.transition === 'resolved'),
  );
}

function worstOf(items: readonly MessageItem[]): Severity {
  const ranks = items.map(({ severity }) => SEVERITIES.indexOf(severity));
  return SEVERITIES[Math.max(0, ...ranks)] ?? 'info';
}

/** A title is one line, whatever a value contains. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line === '' ? 'Alert' : shorten(line, LIMITS.alerts.titleCharactersMax);
}
