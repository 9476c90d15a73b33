/** Discord webhooks: one embed, and its content never mentions anybody. */
import { isoTime } from '../../../../base/clock.ts';
import type { Severity } from '../../../../spec/alerts.ts';
import type { Message } from '../message.ts';
import { escapeAround, type Format, jsonRequest, shorten } from './format.ts';

/** Discord refuses a longer title or description; all texts of an embed together have 6,000 characters. */
const TITLE_CHARACTERS_MAX = 256;
const DESCRIPTION_CHARACTERS_MAX = 4_096;

const COLORS = {
  info: 0x3b82f6,
  warning: 0xf59e0b,
  error: 0xef4444,
  critical: 0x991b1b,
} as const satisfies Record<Severity, number>;
const RESOLVED_COLOR = 0x22c55e;

export const discordFormat: Format = {
  freeze: (message) => ({ body: JSON.stringify(bodyOf(message)) }),
  request: ({ frozen, secret }) => jsonRequest(secret.url, frozen.body),
};

function bodyOf(message: Message) {
  const samples = message.samples.map((line) => `> ${escape(shorten(line, 500))}`);
  const description = [escapeAround(message.body, escape), ...samples].join('\n');
  return {
    embeds: [
      {
        title: shorten(escape(message.title), TITLE_CHARACTERS_MAX),
        description: shorten(description, DESCRIPTION_CHARACTERS_MAX),
        ...(message.url === '' ? {} : { url: message.url }),
        color: message.isFiring ? COLORS[message.severity] : RESOLVED_COLOR,
        timestamp: isoTime(message.at),
        footer: { text: message.id },
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

function escape(text: string): string {
  return text.replaceAll(/[\\*_~`|>[\]()#<]/g, String.raw`\$&`).replaceAll('@', '@\u200b');
}
