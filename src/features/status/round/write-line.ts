import { isoTime } from '../../../base/clock.ts';
import { fieldOf } from './call-target.ts';
import { type Check, GOOD, judgeRefusal, none } from './judge-answer.ts';
import type { RoundNeeds, Target } from './target.ts';

export const ENDPOINTS = ['http', 'otlp'] as const;
export type IngestEndpoint = (typeof ENDPOINTS)[number];

export interface WrittenLine {
  readonly endpoint: IngestEndpoint;
  readonly nonce: string;
  readonly text: string;
  readonly writtenAt: number;
  /** Undefined if the platform did not confirm the line. */
  readonly accepted: { readonly at: number; readonly elapsedMs: number } | undefined;
  /** Good, or why it was not accepted. */
  readonly check: Check;
  /** What the platform takes for the time, less what the probe does. */
  readonly skewMs: number | undefined;
}

/** Sends one line with a unique text. */
export async function writeLine(
  needs: RoundNeeds,
  target: Target,
  endpoint: IngestEndpoint,
  attributes: Readonly<Record<string, string>> = {},
): Promise<WrittenLine> {
  const nonce = needs.newNonce();
  const writtenAt = needs.wallClock();
  const text = `status probe ${endpoint} ${nonce} ${isoTime(writtenAt)}`;
  const fields = { nonce, probe_id: target.probeId, ...attributes };
  const line = { endpoint, nonce, text, writtenAt };
  if (target.ingestKey === undefined) {
    return { ...line, accepted: undefined, check: none('not_set_up'), skewMs: undefined };
  }
  const answer = await needs.call({
    method: 'POST',
    bearer: target.ingestKey,
    ...(endpoint === 'http' ? httpLine(target, text, fields) : otlpLine(target, text, fields)),
  });
  const skewMs =
    answer.kind === 'answer' && answer.date !== undefined
      ? answer.date - needs.wallClock()
      : undefined;
  const isAccepted =
    answer.kind === 'answer' &&
    (endpoint === 'http' ? answer.status === 202 : answer.status === 200);
  if (!isAccepted) return { ...line, accepted: undefined, check: judgeRefusal(answer), skewMs };
  // Held over the quota: it is stored, but not searchable for a while.
  if (fieldOf(answer, 'data', 'throttled') === true) {
    return { ...line, accepted: undefined, check: none('over_quota'), skewMs };
  }
  const accepted = { at: answer.answeredAt, elapsedMs: answer.elapsedMs };
  return { ...line, accepted, check: GOOD, skewMs };
}

type Fields = Readonly<Record<string, string>>;

function httpLine({ url }: Target, text: string, attributes: Fields) {
  return {
    url: `${url}/api/v1/logs`,
    body: { event: text, level: 'info', source: 'status-probe', attributes },
  };
}

function otlpLine({ url }: Target, text: string, fields: Fields) {
  const attributes = Object.entries(fields).map(([key, value]) => ({
    key,
    value: { stringValue: value },
  }));
  const service = { key: 'service.name', value: { stringValue: 'status-probe' } };
  const logRecords = [
    { severityNumber: 9, severityText: 'INFO', body: { stringValue: text }, attributes },
  ];
  return {
    url: `${url}/v1/logs`,
    body: {
      resourceLogs: [{ resource: { attributes: [service] }, scopeLogs: [{ logRecords }] }],
    },
  };
}
