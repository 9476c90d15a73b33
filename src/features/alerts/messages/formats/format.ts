import type { OutboundRequest } from '../../../../engines/outbound/outbound.ts';
import type { Message } from '../message.ts';

/** The part of a message that is stored between attempts. Contains no part of a channel's secret. */
export interface Frozen {
  /** JSON. */
  readonly body: string;
  /** Appended to the address of the channel, for receivers that have several paths. */
  readonly path?: string;
}

/** What a channel keeps encrypted. */
export interface ChannelSecret {
  /** The address that is called; the base of it where a format adds a path. */
  readonly url: string;
  /** Signs, or identifies the caller. */
  readonly key?: string;
}

export interface Sending {
  readonly id: string;
  readonly frozen: Frozen;
  readonly secret: ChannelSecret;
  /** Signs, too, for a while after it was replaced. */
  readonly previousKey: string | undefined;
  readonly now: number;
}

/** One kind of receiver that is called. */
export interface Format {
  /** Renders a message in the receiver's format. */
  readonly freeze: (message: Message, template: string | null) => Frozen;
  readonly request: (sending: Sending) => Omit<OutboundRequest, 'signal' | 'totalMsMax'>;
  /** Whether a status means that the receiver will never accept this message. */
  readonly isHopeless?: (status: number) => boolean;
}

const encoder = new TextEncoder();

export function jsonRequest(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): ReturnType<Format['request']> {
  return {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'xplain-alerts/1', ...headers },
    body: encoder.encode(body),
  };
}

/** Cuts at a whole character, with a sign that something is missing. */
export function shorten(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const cut = text.slice(0, charactersMax - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

const ADDRESS = /(https?:\/\/[^\s<>|]+)/;

/** Escapes everything but web addresses, which would lead elsewhere otherwise. */
export function escapeAround(text: string, escape: (text: string) => string): string {
  return text
    .split(ADDRESS)
    .map((part, at) => (at % 2 === 1 ? part : escape(part)))
    .join('');
}
