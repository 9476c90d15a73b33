/**
 * Whoever changes rows of an organization records it in the audit log. A function that writes such rows, itself or
 * through what it calls, must reach `recordAudit` the same way, or stand on the list below with a reason.
 *
 *   node tools/audited-changes.ts
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Tables with rows of organizations that no person or program changes by asking for it. */
export const UNTOLD_TABLES: Readonly<Record<string, string>> = {
  audit_entries: 'they are the record',
  audit_chains: 'they say how far the record is numbered and verified',
  usage_days: 'what was stored is counted by the writer',
  quota_warnings: 'notes that a mail was sent',
  check_runs: 'each run is recorded as evaluation.run',
  ai_credits: 'each run is recorded as evaluation.run',
  ai_holds: 'each run is recorded as evaluation.run',
  dashboard_stars: 'what somebody marks for themselves',
  saved_search_stars: 'what somebody marks for themselves',
  index_retentions: 'notes how far a change of an index has come, which is recorded itself',
  ingest_gaps: 'notes when events were late or refused; nobody changed anything',
  alert_deliveries: 'messages of rules; what people do to them is recorded beside',
  alert_delivery_items: 'what messages tell',
  alert_batches: 'notes when rules tick; which rules do is recorded with the rule',
  alert_rule_runs: 'notes what came of a tick',
  alert_groups: 'notes what came of a tick; what people do about it is recorded with the incident',
  alert_members: 'learnt at ticks; whoever forgets one is recorded with the rule',
  alert_incidents: 'opened and ended by ticks; what people do about them is recorded',
  alert_incident_events: 'they are the record of an incident',
  alert_events: 'on their way to the index of alerts',
  export_runs: 'what people do about runs is recorded; the rest notes how far they are',
  export_files: 'notes how far a run is',
  import_files: 'notes how far an import is',
  service_runs: 'notes when a service is measured and what came of it',
  kpi_states: 'notes what a KPI was measured at',
  kpi_outbox: 'on their way to the index of measurements',
  scim_requests: 'they are a record of requests',
  connection_flows: 'people on their way to a provider; what comes of it is recorded',
  organization_slots: 'counts what a person has created',
  organization_erasures: 'notes what is left to do of a deletion, which is recorded itself',
};

const NOTES_OF_SENDING = 'notes whether a channel takes messages; nobody changed anything';

/** Functions that change rows without an audit entry, as `file name`, and the reason. */
export const UNTOLD: Readonly<Record<string, string>> = {
  'src/guard/access/members/leave-members.ts endWork':
    'a part of what a directory does to a member, which is recorded',
  'src/guard/access/members/leave-members.ts suspendMember':
    'a part of what a directory does to a member, which is recorded',
  'src/guard/access/members/leave-members.ts resumeMember':
    'a part of what a directory does to a member, which is recorded',
  'src/guard/identity/enforcement/remind-break-glass.ts remindBreakGlass':
    'notes that an Owner was reminded of a password',
  'src/features/alerts/rules/place-in-batch.ts placeInBatch':
    'a part of changes of a rule, which are recorded',
  'src/features/alerts/rules/place-in-batch.ts leaveBatch':
    'a part of changes of a rule, which are recorded',
  'src/features/alerts/watching/notify-failing-channels.ts notifyFailingChannels':
    'notes that Owners were told of a channel that fails',
  'src/features/alerts/watching/watch-alerts.ts watchAlerts':
    'notes that Owners were told of a channel that fails',
  'src/features/bundles/by-key.ts deleteByKey':
    'recorded by the verb of the kind; what goes with it is the key',
  'src/features/bundles/carry-out.ts makeThings':
    'each change is recorded by the verb of its kind, and the whole by whoever asks for it',
  'src/features/short-links/manage-short-links.ts forgetExpiredLinks':
    'they have expired; that was recorded when they were created',
  'src/features/exports/runs/failures.ts tellOwners':
    'notes that Owners were told of an export that fails',
  'src/features/exports/runs/watch-lag.ts watchLag':
    'notes that Owners were told of an export that is late',
  'src/features/exports/runs/recount-runs.ts recountRuns':
    'makes a run due, which is recorded when it is done',
  'src/features/exports/runs/tidy-exports.ts tidyExports': 'drops what is long over',
  'src/features/exports/imports/plan-import.ts planImport':
    'a part of an import, which is recorded',
  'src/features/exports/imports/store-file.ts storeFile': 'a part of an import, which is recorded',
  'src/flow/search/deletion/delete-logs.ts requestDeletion':
    'recorded as log.deleted when it is done',
  'src/flow/search/deletion/run-log-deletions.ts forgetLogDeletions': 'drops what is long over',
  'src/features/dashboards/reports/send-reports.ts sendReports':
    'notes when a report was sent, which nobody asked for',
  'src/features/dashboards/sharing/share-dashboard.ts forgetEndedLinks': 'drops what has ended',
  'src/flow/pipelines/test-pipelines.ts testPipelines': 'makes the key of masks, which nobody sees',
  'src/flow/indexes/erase-indexes.ts eraseDeletedIndexes':
    'finishes what is recorded as index.deleted',
  'src/features/alerts/channels/ask-addresses.ts askAddresses':
    'recorded with the channel that names the addresses',
  'src/features/audit-streams/send-entries.ts sendEntries': NOTES_OF_SENDING,
  'src/features/alerts/messages/open-messages.ts openMessages': NOTES_OF_SENDING,
  'src/features/alerts/messages/deliver.ts deliverMessages': NOTES_OF_SENDING,
  'src/features/alerts/messages/deliver-by-mail.ts deliverByMail': NOTES_OF_SENDING,
  'src/features/alerts/messages/settle-delivery.ts noteSent': NOTES_OF_SENDING,
  'src/features/alerts/messages/settle-delivery.ts noteFailed': NOTES_OF_SENDING,
  'src/features/alerts/messages/follow-mails.ts followMails': NOTES_OF_SENDING,
  'src/guard/access/organizations/create-organization.ts createOrganization':
    'there is nobody yet to tell but its creator, whom its row names',
  'src/guard/access/organizations/create-organization.ts createDefaultOrganization':
    'there is nobody yet to tell but its creator, whom its row names',
};

const RECORDERS = new Set(['recordAudit', 'recordAuditFor', 'recordOperatorEntry', 'auditUser']);
const WRITES = new Set(['insertInto', 'updateTable', 'deleteFrom']);
/** Of those in `engines/metadata/organization-rows.ts`. */
const SHARED_WRITES = new Set(['insert', 'update', 'remove']);

interface Known {
  readonly file: string;
  readonly name: string;
  readonly isExported: boolean;
  readonly tables: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
}

/**
 * Exported operations, excluding statements and routes, that change rows of `tenantTables` without an audit entry, as
 * `file name`.
 */
export function findUntold(
  sources: ReadonlyMap<string, string>,
  tenantTables: ReadonlySet<string>,
): string[] {
  const known = [...sources].flatMap(([file, text]) => readFunctions(file, text));
  const byName = Map.groupBy(known, ({ name }) => name);
  const nearest = (from: Known, name: string): readonly Known[] => {
    const all = byName.get(name) ?? [];
    const own = all.filter(({ file }) => file === from.file);
    return own.length > 0 ? own : all.filter(({ file }) => maySee(from.file, file));
  };
  const reaches = (from: Known, found: (each: Known) => boolean): boolean => {
    const seen = new Set<Known>();
    const waiting = [from];
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      if (seen.has(each)) continue;
      seen.add(each);
      if (found(each)) return true;
      for (const name of each.calls) waiting.push(...nearest(each, name));
    }
    return false;
  };
  const isWriter = ({ tables }: Known): boolean =>
    [...tables].some((name) => tenantTables.has(name));
  const isTelling = ({ calls }: Known): boolean => [...calls].some((name) => RECORDERS.has(name));
  return known
    .filter(({ isExported, file }) => isExported && !/(-table|routes|room)\.ts$/.test(file))
    .filter((each) => reaches(each, isWriter) && !reaches(each, isTelling))
    .map(({ file, name }) => `${file} ${name}`);
}

/** The same name in another feature is a different name: only the feature itself can see its content. */
function maySee(from: string, file: string): boolean {
  const feature = /^src\/features\/[^/]+\//.exec(file)?.[0];
  return feature === undefined || from.startsWith(feature);
}

/** The tables whose rows name their organization, and the organizations themselves. */
export function findTenantTables(sources: Iterable<string>): Set<string> {
  const tables = new Set(['organizations']);
  for (const text of sources) {
    for (const [, table = '', row = ''] of text.matchAll(/^ {4}(\w+): (\w+Row);$/gm)) {
      const fields = new RegExp(`interface ${row} \\{\\n(.*?)\\n\\}`, 's').exec(text)?.[1] ?? '';
      if (/^ {2}organization_id: /m.test(fields) && !Object.hasOwn(UNTOLD_TABLES, table)) {
        tables.add(table);
      }
    }
  }
  return tables;
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function readFunctions(file: string, text: string): Known[] {
  const { program } = parseSync(file, text);
  const body = program.body as unknown as Node[];
  const shared = new Map<string, string>();
  return body.flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const declared = (isExported ? statement['declaration'] : statement) as Node | null;
    if (declared?.type === 'VariableDeclaration') {
      return readShared(declared, shared).map(({ name, table }) => {
        return { file, name, isExported, tables: new Set([table]), calls: new Set() };
      });
    }
    if (declared?.type !== 'FunctionDeclaration') return [];
    const name = (declared['id'] as { name: string }).name;
    const tables = new Set<string>();
    const calls = new Set<string>();
    walk(declared['body'], (node) => {
      if (node.type !== 'CallExpression') return;
      const callee = node['callee'] as Node;
      if (callee.type === 'Identifier') calls.add(String(callee['name']));
      const property = callee['property'] as { name?: string } | undefined;
      const own = shared.get(String((callee['object'] as Node | undefined)?.['name']));
      if (own !== undefined && SHARED_WRITES.has(property?.name ?? '')) tables.add(own);
      if (!WRITES.has(property?.name ?? '')) return;
      const [table] = node['arguments'] as { value?: unknown }[];
      tables.add(String(table?.value));
    });
    return [{ file, name, isExported, tables, calls }];
  });
}

/** Reads the statements that tables share: `const things = organizationRows('things')`, and the names taken from it. */
function readShared(
  declaration: Node,
  shared: Map<string, string>,
): { readonly name: string; readonly table: string }[] {
  return (declaration['declarations'] as Node[]).flatMap(({ id, init }) => {
    const made = init as Node | null;
    const [named] = (made?.['arguments'] ?? []) as { value?: unknown }[];
    const isMade = (made?.['callee'] as Node | undefined)?.['name'] === 'organizationRows';
    const table = isMade ? String(named?.value) : shared.get(String(made?.['name']));
    if (table === undefined) return [];
    const target = id as Node;
    if (target.type === 'Identifier') shared.set(String(target['name']), table);
    return ((target['properties'] ?? []) as Record<'key' | 'value', { name: string }>[])
      .filter(({ key }) => SHARED_WRITES.has(key.name))
      .map(({ value }) => ({ name: value.name, table }));
  });
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) visit(value as Node);
    for (const each of Object.values(value)) walk(each, visit);
  }
}

function main(): void {
  const root = dirname(import.meta.dirname);
  const read = (pattern: string): Map<string, string> =>
    new Map(
      globSync(pattern, { cwd: root })
        .filter((file) => !/\.(test|suite)\.ts$/.test(file))
        .map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]),
    );
  const tables = findTenantTables(read('src/engines/metadata/tables/*.ts').values());
  const untold = findUntold(read('src/{guard,flow,features}/**/*.ts'), tables);
  const found = untold.filter((name) => !Object.hasOwn(UNTOLD, name));
  for (const name of found) {
    process.stdout.write(`${name} changes rows of an organization and records nothing\n`);
  }
  const idle = Object.keys(UNTOLD).filter((name) => !untold.includes(name));
  for (const name of idle) process.stdout.write(`${name} needs no exception any more\n`);
  process.stdout.write(`${tables.size} tables, ${found.length} changes that nobody is told of\n`);
  if (found.length + idle.length > 0) process.exitCode = 1;
}

if (import.meta.main) main();
