/** What the status probe reads; a process of its own, usually on another machine. */
import {
  headerSecret,
  hostAddress,
  mailbox,
  path,
  secretUrlList,
  textMatching,
  url,
  urlList,
  webhookSecret,
  wholeNumber,
} from './kinds.ts';
import { folderOrBucket } from './place-kinds.ts';
import { given, optional } from './variable.ts';

const origin = url({ protocols: ['http', 'https'], isOrigin: true });
const origins = urlList({ protocols: ['http', 'https'], isOrigin: true });

export const PROBE_VARIABLES = {
  XPLAIN_PROBE_TARGET: optional(
    origin,
    'Address of the platform that the probe looks at.',
    'the probe does not start',
  ),
  XPLAIN_PROBE_INGEST_KEY: optional(
    headerSecret(1),
    'Key of scope `ingest-only`, in an organization of the probe’s own.',
    'ingest is not looked at',
  ),
  XPLAIN_PROBE_READ_KEY: optional(
    headerSecret(1),
    'Key of scope `read-only`, in the same organization.',
    'search, alerts and stored logs are not looked at',
  ),
  XPLAIN_PROBE_TOKEN: optional(
    headerSecret(1),
    'Access token with the scope `evaluations:run`, in the same organization.',
    'evaluation is not looked at',
  ),
  XPLAIN_PROBE_ALERT_RULE: optional(
    textMatching(/^alr_\w{1,60}$/, 'the id of an alert rule'),
    'Alert rule that the probe’s trial lines must make fire.',
    'alerts are not looked at',
  ),
  XPLAIN_PROBE_PLACE: given(
    textMatching(/^[^\p{Cc}]{1,120}$/u, 'up to 120 characters'),
    'Probe',
    'Where the probe stands, as the page says it.',
  ),
  XPLAIN_PROBE_DATA: given(path, './data/probe', 'Folder for what the probe remembers.'),
  XPLAIN_PROBE_HOST: given(
    hostAddress,
    '127.0.0.1',
    'Address on which the status page listens; `0.0.0.0` for all networks of the machine.',
  ),
  XPLAIN_PROBE_PORT: given(
    wholeNumber(0, 65_535),
    4_100,
    'Port of the status page; 0 takes any free one.',
  ),
  XPLAIN_PROBE_CONTROL_URLS: optional(
    urlList({ protocols: ['http', 'https'] }),
    'Addresses of others. When something fails and none of them answers either, the probe itself is cut off, and nothing is held against the platform.',
    'the probe takes its own connection for granted',
  ),
  XPLAIN_PROBE_PEERS: optional(
    origins,
    'Status pages of other probes of the same platform; the places decide together.',
    'this probe decides alone',
  ),
  XPLAIN_PROBE_ADMIN_TOKEN: optional(
    headerSecret(16),
    'Token with which `xplain status` announces maintenance and tells of incidents.',
    'nobody can',
  ),
  XPLAIN_PROBE_WEBHOOKS: optional(
    secretUrlList({ protocols: ['http', 'https'] }),
    'Addresses that are called when an incident begins, changes or ends, and with maintenance.',
    'nobody is called',
  ),
  XPLAIN_PROBE_WEBHOOK_SECRET: optional(
    webhookSecret,
    'Signs those calls, as Standard Webhooks has it.',
    'needed with `XPLAIN_PROBE_WEBHOOKS`',
  ),
  XPLAIN_PROBE_PUBLISH: optional(
    folderOrBucket(true),
    'Folder or bucket into which the page is written each minute as files, for a web server or a CDN. The files lie in the last folder that the address of a bucket names.',
    'the page is served by the probe alone',
  ),
  XPLAIN_PROBE_SMTP_URL: optional(
    url({ protocols: ['smtp', 'smtps'] }),
    'Mail server for those who subscribe; one that does not depend on the platform.',
    'mails are written to `<probe data>/outbox`',
  ),
  XPLAIN_PROBE_MAIL_FROM: given(
    mailbox,
    'Xplain status <status@localhost>',
    'Sender of those mails.',
  ),
};
