/** An Adaptive Card to a Workflows address of Teams; the connectors before it are retired. */
import type { Message } from '../message.ts';
import { escapeAround, type Format, jsonRequest, shorten } from './format.ts';

/** Teams takes cards of up to 28 KB. */
const TEXT_CHARACTERS_MAX = 4_000;

export const teamsFormat: Format = {
  freeze: (message) => ({ body: JSON.stringify(bodyOf(message)) }),
  request: ({ frozen, secret }) => jsonRequest(secret.url, frozen.body),
};

function bodyOf(message: Message) {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: cardOf(message),
      },
    ],
  };
}

function cardOf(message: Message) {
  const texts = message.body.split(/\n{2,}/).filter((text) => text !== '');
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      {
        type: 'TextBlock',
        text: escape(message.title),
        size: 'Large',
        weight: 'Bolder',
        color: colorOf(message),
        wrap: true,
      },
      ...fit(texts).map((text) => ({ type: 'TextBlock', text, wrap: true })),
      ...message.samples.map((line) => ({
        type: 'TextBlock',
        text: escape(shorten(line, 500)),
        fontType: 'Monospace',
        wrap: true,
      })),
    ],
    actions:
      message.url === ''
        ? []
        : [{ type: 'Action.OpenUrl', title: 'Open in Xplain', url: message.url }],
  };
}

/** A line break in a card is two line feeds. */
function fit(texts: readonly string[]): string[] {
  let left = TEXT_CHARACTERS_MAX;
  return texts.flatMap((text) => {
    if (left <= 1) return [];
    const short = shorten(escapeAround(text, escape), left);
    left -= short.length;
    return [short.replaceAll('\n', '\n\n')];
  });
}

function colorOf({ isFiring, severity }: Message): string {
  if (!isFiring) return 'Good';
  return severity === 'error' || severity === 'critical' ? 'Attention' : 'Warning';
}

/** Markdown, and the tags that name people. */
function escape(text: string): string {
  return text.replaceAll(/[\\*_`[\]()#~]/g, String.raw`\$&`).replaceAll('<', '<\u200b');
}
