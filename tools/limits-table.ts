/**
 * Writes docs/operating/limits.md from src/spec: what the product promises, as people read it.
 *
 *   node tools/limits-table.ts [--check]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AUDIT_ACTIONS, AUDIT_INDEX } from '../src/spec/audit.ts';
import { ERROR_CODES } from '../src/spec/codes.ts';
import { COMPRESSION_OPTIONS, FINDING_STATUSES, MODELS } from '../src/spec/evaluation.ts';
import { DEFAULTS } from '../src/spec/defaults.ts';
import { LIMITS, limitsWith } from '../src/spec/limits.ts';
import { PLAN_NAMES, PLAN_RESOURCES, PLANS, type Overage } from '../src/spec/plans.ts';
import { RATES } from '../src/spec/rates.ts';
import {
  KEY_SCOPE_PERMISSIONS,
  PERMISSIONS,
  roleHolds,
  ROLES,
  TOKEN_SCOPE_PERMISSIONS,
  type Permission,
} from '../src/spec/roles.ts';
import { STATES, TRANSITIONS } from '../src/spec/states.ts';
import { humanBytes, humanNumber, humanValue } from './human-units.ts';
import { readComments } from './read-comments.ts';

const root = dirname(import.meta.dirname);
const page = join(root, 'docs/operating/limits.md');

/** The whole page, before the formatter has seen it. */
export function limitsPage(comments: ReadonlyMap<string, string>): string {
  return [
    '<!-- Made by tools/limits-table.ts from src/spec. Do not edit. -->',
    '# Limits and tables',
    'All limits, plans, rates, permissions and codes. Sizes are binary: 1 KB is 1,024 bytes.',
    '## Limits',
    'For configurable limits, the table shows the default. Set `XPLAIN_LIMITS` to override them, see [configuration](configuration.md). All other limits are the same on every installation.',
    ...limitSections(comments),
    '## Plans',
    planTable(),
    `An organization has at most ${LIMITS.organizations.membersMax} members, whatever its plan.`,
    '## Request rates',
    rateTable(),
    'Endpoints under `/api/auth` count against `auth`, also when they are rejected. Exception: requests with a valid ' +
      'session that check no credentials (read, list and end sessions, list sign-in methods) count against `session`. ' +
      'Reading the session and the sign-in methods counts against `session` even without one. ' +
      'With an invalid session cookie, every request counts against `auth`.',
    '## Roles and permissions',
    permissionTable(),
    '## API key scopes',
    table(['Scope', 'Permits'], Object.entries(KEY_SCOPE_PERMISSIONS).map(scopeRow)),
    '## Access token scopes',
    table(['Scope', 'Permits'], Object.entries(TOKEN_SCOPE_PERMISSIONS).map(scopeRow)),
    '## Error codes',
    codeTable(),
    '## Evaluation',
    ...evaluationTables(),
    '## Audit actions',
    `Audit entries are in the index \`${AUDIT_INDEX}\` and are kept for ${LIMITS.audit.retentionDays} days.`,
    auditTable(),
    '## States',
    ...stateTables(),
  ].join('\n\n');
}

function limitSections(comments: ReadonlyMap<string, string>): string[] {
  const silent = [...comments].filter(([, comment]) => comment === '').map(([path]) => path);
  if (silent.length > 0) {
    throw new Error(`These limits have no comment that says what they bound: ${silent.join(', ')}`);
  }
  return Object.entries(limitsWith(DEFAULTS)).flatMap(([group, limits]) => [
    `### ${group}`,
    table(
      ['Limit', 'Value', 'Configurable', 'Meaning'],
      Object.entries(limits).map(([name, value]) => [
        code(`${group}.${name}`),
        humanValue(name, value),
        isSettable(group, name) ? 'yes' : '',
        comments.get(`${group}.${name}`) ?? '',
      ]),
    ),
  ]);
}

function isSettable(group: string, name: string): boolean {
  const groups: Readonly<Record<string, object>> = DEFAULTS;
  return Object.hasOwn(groups[group] ?? {}, name);
}

const OVERAGE: Readonly<Record<Overage, string>> = {
  pause_until_next_day: 'Ingestion pauses until the next day',
  hold: `Warning at ${humanValue('quotaWarnRatio', DEFAULTS.ingest.quotaWarnRatio)}; events over quota are queued for ${humanValue('quotaHoldMsMax', DEFAULTS.ingest.quotaHoldMsMax)}`,
};

function planTable(): string {
  const plans = PLAN_NAMES.map((name) => PLANS[name]);
  return table(
    ['', ...PLAN_NAMES.map(capital)],
    [
      ...PLAN_RESOURCES.map((resource) => [
        spaced(resource),
        ...plans.map(({ resources }) => orElse(resources[resource], humanNumber, 'Unlimited')),
      ]),
      [
        'Ingest per day',
        ...plans.map(({ dailyBytes }) => orElse(dailyBytes, humanBytes, 'Custom')),
      ],
      ['Over the daily quota', ...plans.map(({ overage }) => OVERAGE[overage])],
      [
        'AI credits per month',
        ...plans.map(({ monthlyCredits }) => orElse(monthlyCredits, humanNumber, 'Custom')),
      ],
    ],
  );
}

function rateTable(): string {
  const rows = Object.entries(RATES).map(([name, { perMinute, scope, covers }]) => [
    code(name),
    covers,
    humanNumber(perMinute),
    scope,
  ]);
  return table(['Rate', 'Covers', 'Per minute', 'Counted per'], rows);
}

function permissionTable(): string {
  const permissions = Object.keys(PERMISSIONS) as Permission[];
  const rows = permissions.map((permission) => [
    code(permission),
    ...ROLES.map((role) => (roleHolds(role, permission) ? 'yes' : '')),
  ]);
  return table(['Permission', ...ROLES.map(capital)], rows);
}

function scopeRow([scope, permits]: [string, 'admin' | readonly Permission[]]): string[] {
  return [code(scope), permits === 'admin' ? 'What an Admin may do' : permits.map(code).join(', ')];
}

function codeTable(): string {
  const rows = Object.entries(ERROR_CODES).map(([name, facts]) => [
    String(facts.status),
    code(name),
    facts.when,
    'retryAfter' in facts ? 'yes' : '',
  ]);
  return table(['Status', 'Code', 'When', 'Retry-After'], rows);
}

function evaluationTables(): string[] {
  return [
    table(
      ['Model', 'Character', 'Relative cost', 'Default'],
      Object.entries(MODELS).map(([name, { character, relativeCost, isDefault }]) => [
        code(`<vendor>-${name}`),
        character,
        `${relativeCost} ×`,
        isDefault ? 'yes' : '',
      ]),
    ),
    table(
      ['Compression option', 'Default', 'Range', 'Meaning'],
      Object.entries(COMPRESSION_OPTIONS).map(([name, option]) => [
        code(name),
        String(option.default),
        `${option.min} to ${option.max}`,
        option.meaning,
      ]),
    ),
    table(
      ['Finding status', 'Meaning'],
      Object.entries(FINDING_STATUSES).map(([status, meaning]) => [code(status), meaning]),
    ),
  ];
}

function auditTable(): string {
  const byResource = Object.groupBy(AUDIT_ACTIONS, (action) => action.replace(/\..*/, ''));
  const rows = Object.entries(byResource).map(([resource, actions = []]) => [
    code(resource),
    actions.map(code).join(', '),
  ]);
  return table(['Resource type', 'Actions'], rows);
}

function stateTables(): string[] {
  return Object.entries(TRANSITIONS).flatMap(([subject, transitions]) => [
    `### ${capital(spaced(subject))}`,
    `States: ${STATES[subject as keyof typeof STATES].map(code).join(', ')}.`,
    table(
      ['From', 'On', 'To'],
      transitions.map(({ from, on, to }) => [code(from), on, code(to)]),
    ),
  ]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `alertRules` → `Alert rules`, except for abbreviations. */
function spaced(name: string): string {
  if (name === 'kpis') return 'KPIs';
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return capital(words).replace(/^Api /, 'API ');
}

function orElse(value: number | null, tell: (value: number) => string, otherwise: string): string {
  return value === null ? otherwise : tell(value);
}

/** The formatter's own form, so that it never finds the page wanting. */
function formatted(text: string): string {
  const formatter = join(root, 'node_modules/.bin/oxfmt');
  return execFileSync(formatter, ['--stdin-filepath', page], { input: text, encoding: 'utf8' });
}

/** What limits bound: promised ones have a file for each group, whose table is named after it; settable ones share a file. */
function readAllComments(): Map<string, string> {
  const promised = globSync('src/spec/limits/*.ts', { cwd: root }).flatMap((file) => {
    const words = basename(file, '.ts').split('-');
    const group = words.map((word, at) => (at === 0 ? word : capital(word))).join('');
    const comments = commentsOf(file, [...words, 'limits'].join('_').toUpperCase());
    return [...comments].map(([name, comment]): [string, string] => [`${group}.${name}`, comment]);
  });
  return new Map([...promised, ...commentsOf('src/spec/defaults.ts', 'DEFAULTS')]);
}

function commentsOf(file: string, exported: string): Map<string, string> {
  return readComments(file, readFileSync(join(root, file), 'utf8'), exported);
}

if (import.meta.main) {
  const text = formatted(limitsPage(readAllComments()));
  const isCheck = process.argv.includes('--check');
  if (!isCheck) writeFileSync(page, text);
  else if (!existsSync(page) || readFileSync(page, 'utf8') !== text) {
    process.stderr.write(
      'docs/operating/limits.md is not up to date: node tools/limits-table.ts\n',
    );
    process.exitCode = 1;
  }
}
