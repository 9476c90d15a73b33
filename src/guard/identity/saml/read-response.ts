import { SsoRefusal } from '../connections/sso-refusal.ts';
import { decodeMessage } from './check-form.ts';
import { openResponse, readEnvelope } from './open-response.ts';
import type { Envelope, SamlAnswer, SamlJob } from './saml-job.ts';

/** All that is done with a response before anything is believed of it. */
export function readResponse(job: SamlJob): SamlAnswer {
  let envelope: Envelope | undefined;
  try {
    const text = decodeMessage(job.response);
    const { root, ...read } = readEnvelope(text);
    envelope = read;
    if (envelope.inResponseTo === undefined && !job.readsUnsolicited) return { envelope };
    return { envelope, assertion: openResponse(text, root, job) };
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    return { envelope, refused: { code: error.code, reason: error.reason } };
  }
}
