/** What people write of a stream, and what of it is sent. */
import type {
  AuditStream,
  AuditStreamChange,
  AuditStreamDraft,
} from '../../../../../src/contract/audit-streams.ts';

export interface StreamForm {
  readonly name: string;
  readonly kind: AuditStream['kind'];
  readonly format: AuditStream['format'];
  /** Empty on a stream that exists: the stored one stays. */
  readonly url: string;
  readonly token: string;
  readonly from: number | '';
  readonly enabled: boolean;
}

export const EMPTY_STREAM: StreamForm = {
  name: '',
  kind: 'webhook',
  format: 'json',
  url: '',
  token: '',
  from: '',
  enabled: true,
};

export function formOf(stream: AuditStream): StreamForm {
  const { name, kind, format, enabled } = stream;
  return { ...EMPTY_STREAM, name, kind, format, enabled };
}

export function draftOf(form: StreamForm): AuditStreamDraft {
  const { kind, format, from } = form;
  return {
    name: form.name.trim(),
    url: form.url.trim(),
    kind,
    format,
    ...(kind === 'splunk' ? { token: form.token.trim() } : {}),
    ...(from === '' ? {} : { from }),
  };
}

/** Only what differs; undefined when nothing does. */
export function changeOf(form: StreamForm, stream: AuditStream): AuditStreamChange | undefined {
  const name = form.name.trim();
  const url = form.url.trim();
  const token = form.token.trim();
  const change = {
    ...(name === stream.name ? {} : { name }),
    ...(url === '' ? {} : { url }),
    ...(token === '' ? {} : { token }),
    ...(form.enabled === stream.enabled ? {} : { enabled: form.enabled }),
  };
  return Object.keys(change).length === 0 ? undefined : { version: stream.version, ...change };
}

export const KIND_WORDS: Readonly<Record<AuditStream['kind'], string>> = {
  webhook: 'Webhook (signed)',
  splunk: 'Splunk HEC',
};

export const FORMAT_WORDS: Readonly<Record<AuditStream['format'], string>> = {
  json: 'JSON',
  ocsf: 'OCSF',
  cef: 'CEF',
};

export interface StreamState {
  readonly word: string;
  readonly tone: 'success' | 'danger' | 'info' | 'quiet';
}

export function stateOf(stream: AuditStream): StreamState {
  if (!stream.enabled) return { word: 'disabled', tone: 'quiet' };
  if (stream.failingSince !== null) return { word: 'failing', tone: 'danger' };
  if (stream.replay !== null) return { word: 'replaying', tone: 'info' };
  if (stream.waiting > 0) return { word: 'sending', tone: 'info' };
  return { word: 'up to date', tone: 'success' };
}
