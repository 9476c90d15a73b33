import { AppError } from '../../../base/errors.ts';
import { createThreadPool } from '../../../engines/threads/create-thread-pool.ts';
import { type Limits, LIMITS } from '../../../spec/limits.ts';
import { SsoRefusal } from '../connections/sso-refusal.ts';
import type { SamlAnswer, SamlJob } from './saml-job.ts';

/** Reads responses without blocking other requests. */
export interface SamlReader extends AsyncDisposable {
  /** Jobs of organizations take turns. */
  read(organization: string, job: SamlJob): Promise<SamlAnswer>;
}

/** The thread starts with the first response, so opening costs nothing. */
export function openSamlReader(limits: Limits['identity'] = LIMITS.identity): SamlReader {
  const { samlWaitingMax, samlReadMsMax, samlHeapBytesMax } = limits;
  const pool = createThreadPool<SamlJob, SamlAnswer>({
    name: 'saml',
    program: new URL('saml-thread.ts', import.meta.url),
    threadsMax: 1,
    waitingMax: samlWaitingMax,
    jobMsMax: samlReadMsMax,
    heapBytesMax: samlHeapBytesMax,
    tooBusy: () => {
      const message = 'Too many people are signing in. Retry in a moment.';
      return new AppError('RATE_LIMITED', message, { retryAfterSeconds: 1 });
    },
    tooLong: () => new SsoRefusal('SAML_FORM', 'Reading it took too long.'),
  });
  return {
    read: async (organization, job) => pool.run(() => ({ job }), undefined, 'usual', organization),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
