/** States as short colored labels; the text alone is sufficient. */
import type { AlertRule } from '../../../../src/contract/alert-rules.ts';
import type { AlertIncident } from '../../../../src/contract/alerts.ts';
import type { RuleHealth, Severity } from '../../../../src/spec/alerts.ts';
import { Tag, type Tone } from '../../parts/tag.tsx';

const SEVERITY_TONES: Readonly<Record<Severity, Tone>> = {
  info: 'info',
  warning: 'warning',
  error: 'danger',
  critical: 'danger',
};

export function SeverityTag({ severity }: { readonly severity: Severity }) {
  return (
    <Tag tone={SEVERITY_TONES[severity]} isStrong={severity === 'critical'}>
      {severity}
    </Tag>
  );
}

/** A rule that is not evaluated has no meaningful state. */
export function RuleStateTag({ rule }: { readonly rule: AlertRule }) {
  if (!rule.enabled) return <Tag tone="quiet">disabled</Tag>;
  switch (rule.state) {
    case 'firing':
      return (
        <Tag tone="danger" isStrong>
          firing{rule.firing > 1 ? ` ${rule.firing}` : ''}
        </Tag>
      );
    case 'pending':
      return rule.lastTickAt === null ? (
        <Tag tone="quiet">not checked yet</Tag>
      ) : (
        <Tag tone="warning">pending</Tag>
      );
    case 'normal':
      return <Tag tone="success">normal</Tag>;
  }
}

const HEALTHS: Readonly<Record<RuleHealth, { readonly tone: Tone; readonly word: string }>> = {
  ok: { tone: 'success', word: 'ok' },
  learning: { tone: 'info', word: 'collecting baseline' },
  no_data: { tone: 'warning', word: 'no data' },
  behind: { tone: 'warning', word: 'delayed' },
  error: { tone: 'danger', word: 'error' },
  disabled: { tone: 'quiet', word: 'disabled' },
};

export function HealthTag({ health }: { readonly health: RuleHealth }) {
  const { tone, word } = HEALTHS[health];
  return <Tag tone={tone}>{word}</Tag>;
}

export function IncidentTag({ incident }: { readonly incident: AlertIncident }) {
  const { status, acknowledgedBy, flapping } = incident;
  if (status === 'resolved') return <Tag tone="success">resolved</Tag>;
  return (
    <>
      <Tag tone="danger" isStrong={acknowledgedBy === null}>
        firing
      </Tag>
      {acknowledgedBy !== null && <Tag tone="info">acknowledged</Tag>}
      {flapping && (
        <Tag tone="warning" title="Flapping: notifications pause until the state is stable">
          flapping
        </Tag>
      )}
    </>
  );
}

/** The rule, and the group where it has several. */
export function titleOf({ ruleName, group }: Pick<AlertIncident, 'ruleName' | 'group'>): string {
  const text = groupText(group);
  return text === '' ? ruleName : `${ruleName}: ${text}`;
}

/** `host=web-7, path=/pay`; nothing where a rule has one group. */
export function groupText(group: AlertIncident['group']): string {
  if (group === null) return '';
  return Object.entries(group)
    .map(([name, value]) => `${name}=${value === '' ? '(none)' : value}`)
    .join(', ');
}
