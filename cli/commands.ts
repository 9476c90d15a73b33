import type { Command } from './command.ts';

interface Entry {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Only the command that runs is loaded, so that the others do not slow it down. */
  load(): Promise<Command>;
}

export const COMMANDS: Readonly<Record<string, Entry>> = {
  alerts: {
    summary: 'List incidents, and acknowledge them',
    load: async () => (await import('./commands/alerts.ts')).alertsCommand,
  },
  'archive verify': {
    summary: 'Prove that an archive is whole',
    load: async () => (await import('./commands/archive-verify.ts')).archiveVerifyCommand,
  },
  'backup key': {
    summary: 'Print the key of the backups',
    load: async () => (await import('./commands/backup.ts')).backupKeyCommand,
  },
  'backup list': {
    summary: 'List the backups of a running server',
    load: async () => (await import('./commands/backup.ts')).backupListCommand,
  },
  'backup now': {
    summary: 'Have a running server make a backup',
    load: async () => (await import('./commands/backup.ts')).backupNowCommand,
  },
  'backup verify': {
    summary: 'Read backups back and name what is damaged',
    load: async () => (await import('./commands/backup.ts')).backupVerifyCommand,
  },
  config: {
    summary: 'Show the configuration in force and where each value comes from',
    load: async () => (await import('./commands/config.ts')).configCommand,
  },
  dashboards: {
    summary: 'Keep dashboards in version control: pull, diff, apply',
    load: async () => (await import('./commands/dashboards.ts')).dashboardsCommand,
  },
  evaluate: {
    summary: 'Check a log against expectations, for CI',
    load: async () => (await import('./commands/evaluate.ts')).evaluateCommand,
  },
  health: {
    summary: 'Ask a running server how it and its engines are doing',
    load: async () => (await import('./commands/health.ts')).healthCommand,
  },
  import: {
    summary: 'Read an archive back',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  'migrate check': {
    summary: 'See whether a data folder can be moved to other engines',
    load: async () => (await import('./commands/migrate.ts')).migrateCheckCommand,
  },
  'migrate copy': {
    summary: 'Copy its logs ahead',
    load: async () => (await import('./commands/migrate.ts')).migrateCopyCommand,
  },
  'migrate switch': {
    summary: 'Move it, and begin there',
    load: async () => (await import('./commands/migrate.ts')).migrateSwitchCommand,
  },
  'migrate verify': {
    summary: 'Compare the logs of both',
    load: async () => (await import('./commands/migrate.ts')).migrateVerifyCommand,
  },
  patterns: {
    summary: 'Group log lines from standard input into patterns',
    load: async () => (await import('./commands/patterns.ts')).patternsCommand,
  },
  'probe check': {
    summary: 'Look at the platform once, as the status probe does',
    load: async () => (await import('./commands/probe-check.ts')).probeCheckCommand,
  },
  'probe setup': {
    summary: 'Create the keys that a status probe needs',
    load: async () => (await import('./commands/probe-setup.ts')).probeSetupCommand,
  },
  restore: {
    summary: 'Restore a backup, or try it',
    load: async () => (await import('./commands/restore.ts')).restoreCommand,
  },
  search: {
    summary: 'Run a query and print what it finds',
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  send: {
    summary: 'Send lines of a file or of standard input as events',
    load: async () => (await import('./commands/send.ts')).sendCommand,
  },
  serve: {
    summary: 'Start the server, without npm in between',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  'status incident': {
    summary: 'Tell the readers of the status page about an incident',
    load: async () => (await import('./commands/status-incident.ts')).statusIncidentCommand,
  },
  'status maintenance': {
    summary: 'Announce maintenance on the status page',
    load: async () => (await import('./commands/status-maintenance.ts')).statusMaintenanceCommand,
  },
  tail: {
    summary: 'Print events as they come in',
    load: async () => (await import('./commands/tail.ts')).tailCommand,
  },
  version: {
    summary: 'Show the version of Xplain',
    load: async () => (await import('./commands/version.ts')).versionCommand,
  },
};
