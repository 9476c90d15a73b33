/**
 * What the receivers of alerts take, as JSON schemas written from their public documents:
 *
 * - Slack: docs.slack.dev, "Sending messages using incoming webhooks" and the Block Kit reference: 50 blocks, a header
 *   of 150 characters, a section of 3,000, 10 elements in a context. Beyond about 13,000 characters in all blocks it
 *   answers `msg_blocks_too_long`, which no page says.
 * - Discord: discord.com/developers/docs, "Execute Webhook", "Embed Limits": title 256, description 4,096, footer 2,048,
 *   and 6,000 for all texts of all embeds; `allowed_mentions` with an empty `parse` mentions nobody.
 * - Teams: learn.microsoft.com, "Create incoming webhooks with Workflows" and the connector's limits: one Adaptive Card,
 *   28 KB with everything around it.
 * - PagerDuty: developer.pagerduty.com, "Events API v2", "Send an alert event": routing key of 32 characters, `dedup_key`
 *   of 255, `summary` of 1,024, 512 KB in all.
 * - Jira Service Management: developer.atlassian.com, "Integration events" of the operations API, and
 *   docs.opsgenie.com, "Alert API": message 130, description 15,000, 20 tags of 50, details 8,000 in all, note 25,000,
 *   source and user 100. Both name alerts by alias with `identifierType=alias`.
 * - Standard Webhooks 1.0.
 */
import Schema from 'typebox/schema';

const text = (maxLength: number, minLength = 1) => ({ type: 'string', minLength, maxLength });
const strict = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const plain = (maxLength: number) =>
  strict({ type: { const: 'plain_text' }, text: text(maxLength), emoji: { type: 'boolean' } }, [
    'type',
    'text',
  ]);
const markdown = strict(
  { type: { const: 'mrkdwn' }, text: text(3_000), verbatim: { type: 'boolean' } },
  ['type', 'text'],
);

export const SLACK = strict(
  {
    text: text(40_000),
    blocks: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: {
        anyOf: [
          strict({ type: { const: 'header' }, text: plain(150) }, ['type', 'text']),
          strict({ type: { const: 'section' }, text: markdown }, ['type', 'text']),
          strict(
            {
              type: { const: 'context' },
              elements: { type: 'array', maxItems: 10, items: plain(2_000) },
            },
            ['type', 'elements'],
          ),
        ],
      },
    },
    unfurl_links: { type: 'boolean' },
    unfurl_media: { type: 'boolean' },
  },
  ['text'],
);

export const DISCORD = strict(
  {
    content: text(2_000),
    embeds: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: strict(
        {
          title: text(256),
          description: text(4_096),
          url: { type: 'string', pattern: '^https?://' },
          color: { type: 'integer', minimum: 0, maximum: 0xffffff },
          timestamp: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T' },
          footer: strict({ text: text(2_048) }, ['text']),
        },
        [],
      ),
    },
    allowed_mentions: strict({ parse: { type: 'array', maxItems: 0 } }, ['parse']),
  },
  ['embeds', 'allowed_mentions'],
);

const textBlock = strict(
  {
    type: { const: 'TextBlock' },
    text: text(20_000),
    size: { enum: ['Small', 'Default', 'Medium', 'Large', 'ExtraLarge'] },
    weight: { enum: ['Lighter', 'Default', 'Bolder'] },
    color: { enum: ['Default', 'Dark', 'Light', 'Accent', 'Good', 'Warning', 'Attention'] },
    fontType: { enum: ['Default', 'Monospace'] },
    wrap: { type: 'boolean' },
  },
  ['type', 'text'],
);

export const TEAMS = strict(
  {
    type: { const: 'message' },
    attachments: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: strict(
        {
          contentType: { const: 'application/vnd.microsoft.card.adaptive' },
          contentUrl: { type: 'null' },
          content: strict(
            {
              $schema: { const: 'http://adaptivecards.io/schemas/adaptive-card.json' },
              type: { const: 'AdaptiveCard' },
              version: { enum: ['1.0', '1.1', '1.2', '1.3', '1.4'] },
              msteams: strict({ width: { const: 'Full' } }, []),
              body: { type: 'array', minItems: 1, items: textBlock },
              actions: {
                type: 'array',
                items: strict(
                  {
                    type: { const: 'Action.OpenUrl' },
                    title: text(200),
                    url: { type: 'string', pattern: '^https?://' },
                  },
                  ['type', 'url'],
                ),
              },
            },
            ['type', 'version', 'body'],
          ),
        },
        ['contentType', 'content'],
      ),
    },
  },
  ['type', 'attachments'],
);

const common = { routing_key: text(32, 32), dedup_key: text(255) };

export const PAGERDUTY = {
  anyOf: [
    strict(
      {
        ...common,
        event_action: { const: 'trigger' },
        client: { type: 'string' },
        client_url: { type: 'string', pattern: '^https?://' },
        links: {
          type: 'array',
          items: strict({ href: { type: 'string' }, text: { type: 'string' } }, ['href']),
        },
        payload: strict(
          {
            summary: text(1_024),
            source: text(1_024),
            severity: { enum: ['critical', 'error', 'warning', 'info'] },
            timestamp: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T' },
            component: { type: 'string' },
            group: { type: 'string' },
            class: { type: 'string' },
            custom_details: { type: 'object' },
          },
          ['summary', 'source', 'severity'],
        ),
      },
      ['routing_key', 'event_action', 'payload'],
    ),
    strict({ ...common, event_action: { enum: ['acknowledge', 'resolve'] } }, [
      'routing_key',
      'event_action',
      'dedup_key',
    ]),
  ],
};

export const JSM_CREATE = strict(
  {
    message: text(130),
    alias: text(512),
    description: text(15_000, 0),
    priority: { enum: ['P1', 'P2', 'P3', 'P4', 'P5'] },
    source: text(100),
    tags: { type: 'array', maxItems: 20, items: text(50) },
    details: { type: 'object', additionalProperties: { type: 'string' } },
  },
  ['message'],
);

/** The body of `acknowledge` and of `close`. */
export const JSM_ACTION = strict({ user: text(100), source: text(100), note: text(25_000) }, []);

const time = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

export const WEBHOOK = strict(
  {
    type: {
      enum: ['alert.firing', 'alert.resolved', 'alert.reminder', 'alert.test', 'alert.notice'],
    },
    timestamp: time,
    data: strict(
      {
        title: text(200),
        text: text(4_000, 0),
        severity: { enum: ['info', 'warning', 'error', 'critical'] },
        organizationId: text(64),
        rule: orNull(strict({ id: text(64), name: text(100) }, ['id', 'name'])),
        runbook: text(4_000, 0),
        url: { type: 'string' },
        total: { type: 'integer', minimum: 0 },
        incidents: {
          type: 'array',
          maxItems: 20,
          items: strict(
            {
              id: text(64),
              transition: { enum: ['fired', 'resolved', 'acknowledged', 'still_firing'] },
              dedupKey: text(255),
              group: orNull({ type: 'object', additionalProperties: { type: 'string' } }),
              value: orNull({ type: 'number' }),
              condition: { type: 'string' },
              firedAt: time,
              resolvedAt: orNull(time),
              resolvedReason: orNull({ type: 'string' }),
              url: { type: 'string' },
            },
            ['id', 'transition', 'dedupKey', 'group', 'value', 'condition', 'firedAt', 'url'],
          ),
        },
        samples: { type: 'array', maxItems: 5, items: { type: 'string' } },
      },
      [
        'title',
        'text',
        'severity',
        'organizationId',
        'rule',
        'url',
        'total',
        'incidents',
        'samples',
      ],
    ),
  },
  ['type', 'timestamp', 'data'],
);

/** What is wrong with a JSON text, in words; empty when it fits. */
export function problemsOf(schema: object, json: string): string[] {
  const [isGood, errors] = Schema.Errors(schema, JSON.parse(json));
  return isGood ? [] : errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}
