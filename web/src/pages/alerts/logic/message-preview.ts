/** The message that a rule would send, with values as they might be. */
import { plainNumber } from '../../../../../src/charts/value-text.ts';
import type { AlertTest } from '../../../../../src/contract/alert-tests.ts';
import type { Severity } from '../../../../../src/spec/alerts.ts';
import { SECOND_MS } from '../../../../../src/spec/units.ts';

export interface PreviewInput {
  readonly name: string;
  readonly severity: Severity;
  readonly runbook: string;
  readonly title: string | null;
  readonly body: string | null;
  readonly window: number;
  readonly by: readonly string[];
  /** The firing condition, as worded in messages. */
  readonly condition: string;
  /** Where the incident would be seen. */
  readonly url: string;
  readonly now: number;
  /** The first firing of the back-test, if there was one. */
  readonly firing: AlertTest['firings'][number] | undefined;
}

export interface PreviewMessage {
  readonly title: string;
  readonly body: string;
}

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

export function previewMessage(input: PreviewInput): PreviewMessage {
  const values = valuesOf(input);
  const group = groupOf(input);
  const groupText = Object.entries(group)
    .map(([field, value]) => `${field}=${value}`)
    .join(', ');
  const { title, body, runbook, condition, url } = input;
  const builtIn = [
    `Condition: ${condition}`,
    `Details: ${url}`,
    ...(runbook === '' ? [] : ['', 'Runbook:', runbook]),
    '',
    'Firing:',
    `- ${groupText === '' ? 'all events' : groupText}: ${values['value'] ?? ''} (since ${values['to'] ?? ''})`,
  ].join('\n');
  const usualTitle = `[${input.severity}] Firing: ${values['rule.name'] ?? ''}${groupText === '' ? '' : ` (${groupText})`}`;
  return {
    title: isBlank(title)
      ? usualTitle
      : filled(title ?? '', values)
          .replaceAll(/\s+/g, ' ')
          .trim(),
    body: isBlank(body) ? builtIn : filled(body ?? '', values),
  };
}

function valuesOf(input: PreviewInput): Record<string, string> {
  const { firing, now, window } = input;
  const to = firing === undefined ? now : Date.parse(firing.from);
  const fields = Object.entries(groupOf(input)).map(([field, value]) => [`group.${field}`, value]);
  return {
    ...(Object.fromEntries(fields) as Record<string, string>),
    'rule.name': input.name.trim() === '' ? 'Rule name' : input.name.trim(),
    severity: input.severity,
    value: numberText(firing?.peak ?? null),
    condition: input.condition,
    from: new Date(to - window * SECOND_MS).toISOString(),
    to: new Date(to).toISOString(),
    url: input.url,
    runbook: input.runbook,
    count: '1',
  };
}

function groupOf({ firing, by }: PreviewInput): Readonly<Record<string, string>> {
  if (firing !== undefined) return firing.group ?? {};
  return Object.fromEntries(by.map((field) => [field, '…']));
}

/** An unknown placeholder is shown unchanged, so that it is noticed. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => {
    if (Object.hasOwn(values, name)) return values[name] ?? '';
    return name.startsWith('group.') ? '' : whole;
  });
}

function numberText(value: number | null): string {
  return value === null ? '…' : plainNumber(value);
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}
