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
    'URL of the platform to monitor.',
    'the probe doesn’t start',
  ),
  XPLAIN_PROBE_INGEST_KEY: optional(
    headerSecret(1),
    'API key with the scope `ingest-only`, in the probe’s organization.',
    'ingest is not checked',
  ),
  XPLAIN_PROBE_READ_KEY: optional(
    headerSecret(1),
    'API key with the scope `read-only`, in the same organization.',
    'search, alerts and stored logs are not checked',
  ),
  XPLAIN_PROBE_TOKEN: optional(
    headerSecret(1),
    'Access token with the scope `evaluations:run`, in the same organization.',
    'evaluation is not checked',
  ),
  XPLAIN_PROBE_ALERT_RULE: optional(
    textMatching(/^alr_\w{1,60}$/, 'the ID of an alert rule'),
    'ID of the test alert rule, which the probe’s test lines must trigger.',
    'alerts are not checked',
  ),
  XPLAIN_PROBE_PLACE: given(
    textMatching(/^[^\p{Cc}]{1,120}$/u, 'up to 120 characters'),
    'Probe',
    'Location of the probe, shown on the page.',
  ),
  XPLAIN_PROBE_DATA: given(path, './data/probe', 'Data folder of the probe.'),
  XPLAIN_PROBE_HOST: given(
    hostAddress,
    '127.0.0.1',
    'Address on which the status page listens; `0.0.0.0` for all interfaces.',
  ),
  XPLAIN_PROBE_PORT: given(
    wholeNumber(0, 65_535),
    4_100,
    'Port of the status page; 0 uses any free port.',
  ),
  XPLAIN_PROBE_CONTROL_URLS: optional(
    urlList({ protocols: ['http', 'https'] }),
    'Third-party URLs to detect that the probe itself is offline. If a check fails and none of them responds, the result is “no data” instead of downtime.',
    'the probe assumes that it is online',
  ),
  XPLAIN_PROBE_PEERS: optional(
    origins,
    'Status pages of other probes of the same platform, for a majority decision.',
    'this probe decides alone',
  ),
  XPLAIN_PROBE_ADMIN_TOKEN: optional(
    headerSecret(16),
    'Operator token for `xplain status`, to announce maintenance and publish incidents.',
    'disabled',
  ),
  XPLAIN_PROBE_WEBHOOKS: optional(
    secretUrlList({ protocols: ['http', 'https'] }),
    'Webhook URLs, called when an incident opens, changes or closes, and for maintenance.',
    'no webhooks',
  ),
  XPLAIN_PROBE_WEBHOOK_SECRET: optional(
    webhookSecret,
    'Signing secret for webhook calls (Standard Webhooks).',
    'required with `XPLAIN_PROBE_WEBHOOKS`',
  ),
  XPLAIN_PROBE_PUBLISH: optional(
    folderOrBucket(true),
    'Folder or bucket to which the page is written as files every minute, for a web server or a CDN. In a bucket, files go to the folder at the end of the URL.',
    'the page is only served by the probe',
  ),
  XPLAIN_PROBE_SMTP_URL: optional(
    url({ protocols: ['smtp', 'smtps'] }),
    'Mail server for subscribers. Use one that doesn’t depend on the platform.',
    'mails are written to `<probe data>/outbox`',
  ),
  XPLAIN_PROBE_MAIL_FROM: given(
    mailbox,
    'Xplain status <status@localhost>',
    'Sender of those mails.',
  ),
};
