/** Mail: plain text only, so that no part of a log line is interpreted as markup. */
import type { Mail } from '../../../../engines/mail/mail.ts';
import type { Message } from '../message.ts';
import { oneLine } from '../word-message.ts';
import { shorten } from './format.ts';

const LINE_CHARACTERS_MAX = 2_000;

export function mailOf(message: Message, to: string): Mail {
  const samples = message.samples.map(
    (line) => `  ${shorten(oneLineOf(line), LINE_CHARACTERS_MAX)}`,
  );
  return {
    to,
    subject: oneLine(message.title),
    text: [
      message.body,
      ...(samples.length === 0 ? [] : ['', 'Events:', ...samples]),
      '',
      '-- ',
      `Xplain · ${message.id}`,
    ].join('\n'),
  };
}

function oneLineOf(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ⏎ ');
}
