/** Standard Webhooks 1.0: the body is signed together with its id and time, by every secret in force. */
import { isoTime } from '../../../../base/clock.ts';
import { signedHeaders } from '../../../../engines/outbound/webhook-key.ts';
import { LIMITS } from '../../../../spec/limits.ts';
import type { Message, MessageItem } from '../message.ts';
import { fillTemplate, type TemplateValues } from '../fill-template.ts';
import { type Format, jsonRequest, shorten } from './format.ts';

export const webhookFormat: Format = {
  freeze: (message, template) => ({
    body:
      template === null ? ownBody(message) : (templateBody(template, message) ?? ownBody(message)),
  }),
  request: ({ id, frozen, secret, previousKey, now }) => {
    const keys = [secret.key, previousKey].filter((key) => key !== undefined);
    return jsonRequest(
      secret.url,
      frozen.body,
      signedHeaders({ id, body: frozen.body, now }, keys),
    );
  },
};

/** The whole message, with fewer incidents and shorter texts until it fits. */
function ownBody(message: Message): string {
  for (const { items, characters } of STEPS) {
    const text = JSON.stringify(bodyOf(message, items, characters));
    if (fits(text)) return text;
  }
  return JSON.stringify(bodyOf({ ...message, samples: [], values: {} }, 1, SHORTEST));
}

const SHORTEST = 200;
const STEPS = [
  { items: LIMITS.alerts.messageGroupsMax, characters: LIMITS.alerts.bodyCharactersMax },
  { items: 10, characters: 2_000 },
  { items: 5, characters: 500 },
] as const;

function bodyOf(message: Message, itemsMax: number, charactersMax: number) {
  const items = message.items.slice(0, itemsMax);
  return {
    type: typeOf(message),
    timestamp: isoTime(message.at),
    data: {
      title: message.title,
      text: shorten(message.body, charactersMax),
      severity: message.severity,
      organizationId: message.organization,
      rule: message.rule === null ? null : { id: message.rule.id, name: message.rule.name },
      runbook: shorten(message.rule?.runbook ?? '', charactersMax),
      url: message.url,
      total: message.total,
      incidents: items.map((item) => incidentOf(item, charactersMax)),
      samples: message.samples.map((line) => shorten(line, charactersMax)),
    },
  };
}

function typeOf({ kind, isFiring }: Message): string {
  if (kind === 'test') return 'alert.test';
  if (kind === 'notice') return 'alert.notice';
  if (kind === 'reminder') return 'alert.reminder';
  return isFiring ? 'alert.firing' : 'alert.resolved';
}

function incidentOf(item: MessageItem, charactersMax: number) {
  const group = Object.entries(item.group ?? {}).map(([name, value]) => [
    name,
    shorten(value, charactersMax),
  ]);
  return {
    id: item.incidentId,
    transition: item.transition,
    dedupKey: item.dedupKey,
    group: item.group === null ? null : (Object.fromEntries(group) as Record<string, string>),
    value: item.value,
    condition: shorten(item.condition, charactersMax),
    firedAt: isoTime(item.firedAt),
    resolvedAt: item.resolvedAt === null ? null : isoTime(item.resolvedAt),
    resolvedReason: item.resolvedReason,
    url: item.url,
  };
}

/** Values are put into the strings of the template once it is read, so that none can leave its string. */
function templateBody(template: string, { values }: Message): string | undefined {
  for (const charactersMax of [LIMITS.alerts.runbookCharactersMax, SHORTEST]) {
    const short = Object.entries(values).map(([name, value]) => [
      name,
      shorten(value, charactersMax),
    ]);
    const filled = fillStrings(JSON.parse(template), Object.fromEntries(short) as TemplateValues);
    const text = JSON.stringify(filled);
    if (fits(text)) return text;
  }
  return undefined;
}

function fillStrings(part: unknown, values: TemplateValues): unknown {
  if (typeof part === 'string') return fillTemplate(part, values);
  if (Array.isArray(part)) return part.map((each) => fillStrings(each, values));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, value]) => [name, fillStrings(value, values)]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function fits(text: string): boolean {
  return Buffer.byteLength(text) <= LIMITS.alerts.messageBytesMax;
}
