/** Slack's incoming webhooks: blocks, and a text for notifications. */
import type { Message } from '../message.ts';
import { escapeAround, type Format, jsonRequest, shorten } from './format.ts';

/** Slack refuses a header, a section or a list of blocks beyond these. */
const HEADER_CHARACTERS_MAX = 150;
const SECTION_CHARACTERS_MAX = 3_000;
const TEXT_CHARACTERS_MAX = 1_000;

export const slackFormat: Format = {
  freeze: (message) => ({ body: JSON.stringify(bodyOf(message)) }),
  request: ({ frozen, secret }) => jsonRequest(secret.url, frozen.body),
};

function bodyOf(message: Message) {
  const title = shorten(unmarked(message.title), HEADER_CHARACTERS_MAX);
  const samples = message.samples.map((line) => `> ${escape(shorten(line, 500))}`).join('\n');
  const texts = [escapeText(message.body), samples].filter((text) => text !== '');
  return {
    text: shorten(`${escape(message.title)} ${message.url}`.trim(), TEXT_CHARACTERS_MAX),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
      ...texts.map((text) => ({
        type: 'section',
        text: { type: 'mrkdwn', text: shortenEscaped(text), verbatim: true },
      })),
      {
        type: 'context',
        elements: [
          { type: 'plain_text', text: `${message.severity} · ${message.id}`, emoji: false },
        ],
      },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** What Slack reads as markup, and names that would call people. */
function escape(text: string): string {
  return inert(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeText(text: string): string {
  return escapeAround(text, escape).replaceAll(/&(?!amp;|lt;|gt;)/g, '&amp;');
}

/** For texts that are shown as they are: nothing in them looks like markup. */
function unmarked(text: string): string {
  return inert(text).replaceAll('<', '<\u200b');
}

function inert(text: string): string {
  return text.replaceAll('@', '@\u200b');
}

/** Never through the middle of an escaped character. */
function shortenEscaped(text: string): string {
  return shorten(text, SECTION_CHARACTERS_MAX).replace(/&[a-z]{0,3}…$/, '…');
}
