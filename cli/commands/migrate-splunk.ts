import { migrationCommand } from '../moving/migration-command.ts';
import { migrateSplunk } from '../splunk/migrate-splunk.ts';
import { isOfSplunk } from '../splunk/splunk-app.ts';

export const migrateSplunkCommand = migrationCommand({
  from: 'Splunk',
  what:
    'Reads Splunk apps: saved searches, alerts, macros, field extractions, lookup tables, indexes and dashboards\n' +
    '(Simple XML and Dashboard Studio).',
  words: '<folder, .spl or .tgz>',
  isWanted: isOfSplunk,
  migrate: migrateSplunk,
  examples: [
    'xplain migrate-splunk my-app.spl',
    'xplain migrate-splunk $SPLUNK_HOME/etc/apps/shop --out shop',
  ],
});
