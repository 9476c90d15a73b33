/** Rule templates, filled from the events of an organization. */
import { levelOf } from '../../../../../src/charts/colors.ts';
import type { FieldList } from '../../../../../src/contract/search-views.ts';
import { applyFilter } from '../../../query/text/edit-query.ts';
import { formatCount } from '../../../parts/sizes.ts';
import type { RuleDraft } from './rule-draft.ts';

export interface Starter {
  readonly title: string;
  /** What it is filled with, and from what. */
  readonly why: string;
  readonly draft: RuleDraft;
}

type Known = Pick<FieldList, 'matched' | 'sampled' | 'fields'>;

/** The fields that tell senders apart, the best first. */
const SENDERS = ['host', 'service', 'service.name', 'source'];
const SENDERS_MAX = 200;
const WINDOWS_A_DAY = 288;
const THRESHOLD_MIN = 10;

/** `known` are the fields of the last day. */
export function startersFor(known: Known): Starter[] {
  return [errorsStarter(known), silenceStarter(known), volumeStarter(known)];
}

function errorsStarter(known: Known): Starter {
  const values = fieldOf(known, 'level')?.values ?? [];
  const bad = values.filter(({ value }) => ['error', 'fatal'].includes(levelOf(value)));
  const words = bad.length === 0 ? ['error'] : bad.map(({ value }) => value);
  const query = words.reduce(
    (text, value) => applyFilter(text, { action: 'include', field: 'level', value }),
    '',
  );
  const day = bad.reduce((sum, { count }) => sum + count, 0) * scaleOf(known);
  const usual = day / WINDOWS_A_DAY;
  const value = Math.max(THRESHOLD_MIN, roundUp(usual * 3));
  return {
    title: 'High error rate',
    why:
      day === 0
        ? 'No errors in the last 24 hours, so the threshold is a guess.'
        : `Typical here: about ${formatCount(Math.max(1, Math.round(usual)))} per 5 min. Fires above ${formatCount(value)}.`,
    draft: {
      name: 'High error rate',
      query,
      severity: 'error',
      condition: { kind: 'threshold', op: '>', value },
    },
  };
}

function silenceStarter(known: Known): Starter {
  const sender = SENDERS.map((name) => fieldOf(known, name)).find(
    (field) => field !== undefined && field.distinct > 1 && field.distinct <= SENDERS_MAX,
  );
  const base = { name: 'No data', query: '*', severity: 'warning', window: 600 } as const;
  if (sender === undefined) {
    return {
      title: 'No data received',
      why: 'Fires when no events arrive for 10 minutes.',
      draft: { ...base, name: 'No data received', condition: { kind: 'absence', scope: 'all' } },
    };
  }
  const { name, distinct } = sender;
  return {
    title: `A ${name} stops sending`,
    why: `${formatCount(distinct)} values of ${name} seen in the last 24 hours. Fires for each one that sends nothing for 10 minutes.`,
    draft: {
      ...base,
      name: `A ${name} stops sending`,
      condition: { kind: 'absence', scope: 'member', by: [name] },
    },
  };
}

function volumeStarter(known: Known): Starter {
  const split = ['service', 'service.name', 'source'].find((name) => {
    const distinct = fieldOf(known, name)?.distinct ?? 0;
    return distinct > 1 && distinct <= SENDERS_MAX;
  });
  return {
    title: 'Unusual event volume',
    why:
      split === undefined
        ? '50% above or below the same time in previous weeks.'
        : `Per ${split}: 50% above or below the same time in previous weeks.`,
    draft: {
      name: 'Unusual event volume',
      query: '*',
      severity: 'info',
      interval: 300,
      window: 900,
      condition: { kind: 'change', ...(split === undefined ? {} : { by: [split] }) },
    },
  };
}

/** On the clock of the organization. */
const OUTSIDE_WORKING_HOURS =
  'eval hour=tonumber(strftime(_time, "%H")), day=tonumber(strftime(_time, "%u")) | where hour<8 OR hour>=18 OR day>=6';

/** For users who can read the audit log. */
export const AUDIT_STARTER: Starter = {
  title: 'API key created outside working hours',
  why: 'Audit log: Monday to Friday before 8:00 or after 18:00, and on weekends, in the organization’s time zone.',
  draft: {
    name: 'API key created outside working hours',
    query: `index=_audit action=api_key.created | ${OUTSIDE_WORKING_HOURS}`,
    severity: 'warning',
    window: 300,
    condition: { kind: 'threshold', op: '>', value: 0, by: ['actor'] },
  },
};

function fieldOf({ fields }: Known, name: string): Known['fields'][number] | undefined {
  return fields.find((field) => field.name === name);
}

/** Fields are counted only in the newest events. */
function scaleOf({ matched, sampled }: Known): number {
  return sampled === 0 ? 1 : matched / sampled;
}

/** 1, 2 or 5 with zeros. */
function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((each) => each * power >= value) ?? 10) * power;
}
