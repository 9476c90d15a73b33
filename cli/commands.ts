import type { Command } from './command.ts';

interface Entry {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Only the command that runs is loaded, so that the others do not slow it down. */
  load(): Promise<Command>;
}

export const COMMANDS: Readonly<Record<string, Entry>> = {
  'ai check': {
    summary: 'Measure the configured model with labelled cases',
    load: async () => (await import('./commands/ai-check.ts')).aiCheckCommand,
  },
  alerts: {
    summary: 'List and acknowledge incidents',
    load: async () => (await import('./commands/alerts.ts')).alertsCommand,
  },
  'archive verify': {
    summary: 'Verify archive integrity',
    load: async () => (await import('./commands/archive-verify.ts')).archiveVerifyCommand,
  },
  'audit verify': {
    summary: 'Verify that exported audit entries are complete and unchanged',
    load: async () => (await import('./commands/audit-verify.ts')).auditVerifyCommand,
  },
  'backup key': {
    summary: 'Print the encryption key of the backups',
    load: async () => (await import('./commands/backup.ts')).backupKeyCommand,
  },
  'backup list': {
    summary: 'List backups',
    load: async () => (await import('./commands/backup.ts')).backupListCommand,
  },
  'backup now': {
    summary: 'Start a backup',
    load: async () => (await import('./commands/backup.ts')).backupNowCommand,
  },
  'backup verify': {
    summary: 'Verify backups',
    load: async () => (await import('./commands/backup.ts')).backupVerifyCommand,
  },
  config: {
    summary: 'Show the configuration and the source of each value',
    load: async () => (await import('./commands/config.ts')).configCommand,
  },
  'config apply': {
    summary: 'Apply a bundle to the organization',
    load: async () => (await import('./commands/config-bundle.ts')).configApplyCommand,
  },
  'config check': {
    summary: 'Validate a bundle offline',
    load: async () => (await import('./commands/config-bundle.ts')).configCheckCommand,
  },
  'config diff': {
    summary: 'Show what a bundle would change',
    load: async () => (await import('./commands/config-bundle.ts')).configDiffCommand,
  },
  'config pull': {
    summary: 'Export the configuration to a bundle',
    load: async () => (await import('./commands/config-bundle.ts')).configPullCommand,
  },
  'config schema': {
    summary: 'Print the JSON Schema of bundles',
    load: async () => (await import('./commands/config-bundle.ts')).configSchemaCommand,
  },
  dashboards: {
    summary: 'Manage dashboards as code: pull, diff, apply',
    load: async () => (await import('./commands/dashboards.ts')).dashboardsCommand,
  },
  evaluate: {
    summary: 'Evaluate a log against expectations, for CI',
    load: async () => (await import('./commands/evaluate.ts')).evaluateCommand,
  },
  health: {
    summary: 'Show the health of a server and its engines',
    load: async () => (await import('./commands/health.ts')).healthCommand,
  },
  import: {
    summary: 'Restore an archive into an index',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  mcp: {
    summary: 'Connect an assistant over stdio (MCP)',
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  'migrate check': {
    summary: 'Check whether a data folder can be migrated',
    load: async () => (await import('./commands/migrate.ts')).migrateCheckCommand,
  },
  'migrate copy': {
    summary: 'Copy logs to the new engines while the server runs',
    load: async () => (await import('./commands/migrate.ts')).migrateCopyCommand,
  },
  'migrate switch': {
    summary: 'Switch to the new engines',
    load: async () => (await import('./commands/migrate.ts')).migrateSwitchCommand,
  },
  'migrate verify': {
    summary: 'Compare source and target logs',
    load: async () => (await import('./commands/migrate.ts')).migrateVerifyCommand,
  },
  'migrate-splunk': {
    summary: 'Turn Splunk apps into a bundle, offline',
    load: async () => (await import('./commands/migrate-splunk.ts')).migrateSplunkCommand,
  },
  patterns: {
    summary: 'Group log lines from standard input into patterns',
    load: async () => (await import('./commands/patterns.ts')).patternsCommand,
  },
  'probe check': {
    summary: 'Run the checks of the status probe once',
    load: async () => (await import('./commands/probe-check.ts')).probeCheckCommand,
  },
  'probe setup': {
    summary: 'Create the keys for a status probe',
    load: async () => (await import('./commands/probe-setup.ts')).probeSetupCommand,
  },
  restore: {
    summary: 'Restore a backup, or test a restore',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  search: {
    summary: 'Run a query and print the results',
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  send: {
    summary: 'Send lines from a file or standard input as events',
    load: async () => (await import('./commands/send.ts')).sendCommand,
  },
  serve: {
    summary: 'Start the server',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  'status incident': {
    summary: 'Publish or update an incident on the status page',
    load: async () => (await import('./commands/status-incident.ts')).statusIncidentCommand,
  },
  'status maintenance': {
    summary: 'Announce maintenance on the status page',
    load: async () => (await import('./commands/status-maintenance.ts')).statusMaintenanceCommand,
  },
  'store repair': {
    summary: 'Quarantine damaged log store files',
    load: async () => (await import('./commands/store-repair.ts')).storeRepairCommand,
  },
  tail: {
    summary: 'Stream events as they arrive',
    load: async () => (await import('./commands/tail.ts')).tailCommand,
  },
  version: {
    summary: 'Show the version',
    load: async () => (await import('./commands/version.ts')).versionCommand,
  },
};
