import { AppError } from '../../base/errors.ts';
import type { Reply } from '../../http/gate.ts';

/** Passes an answer of better-auth on: its cookies as they are, its errors in our own form. */
export async function relay(
  reply: Reply,
  answer: Response,
  change: (body: unknown) => unknown = (body) => body,
): Promise<Reply> {
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  const location = answer.headers.get('location');
  if (answer.status === 302 && location !== null) return reply.redirect(location);
  const text = await answer.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  if (!answer.ok) throw toError(answer.status, body);
  // Fastify leaves null out of an answer altogether.
  if (body === null) return reply.type('application/json; charset=utf-8').send('null');
  return reply.send(change(body));
}

function toError(status: number, body: unknown): Error {
  const code = codeOf(body);
  if (code === 'EMAIL_NOT_VERIFIED') {
    const message = 'Confirm your email address first. The link is in the mail we sent.';
    return new AppError('EMAIL_NOT_VERIFIED', message);
  }
  if (code === 'INVALID_EMAIL_OR_PASSWORD') {
    return new AppError('UNAUTHORIZED', 'Wrong email address or password.');
  }
  switch (status) {
    case 400:
      return new AppError('VALIDATION_ERROR', 'Invalid input.');
    case 401:
      return new AppError('UNAUTHORIZED', 'Sign in first.');
    case 403:
      return new AppError('FORBIDDEN', 'Not permitted.');
    case 404:
      return new AppError('NOT_FOUND', 'Not found.');
    default:
      return new Error(`better-auth answered ${status} ${code}`);
  }
}

function codeOf(body: unknown): string {
  const hasCode = typeof body === 'object' && body !== null && 'code' in body;
  return hasCode && typeof body.code === 'string' ? body.code : '';
}
