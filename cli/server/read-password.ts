import { UsageError, type Terminal } from '../command.ts';

/** From XPLAIN_ADMIN_PASSWORD, or the first line of standard input. */
export async function readPassword({ environment, input }: Terminal): Promise<string> {
  const known = environment['XPLAIN_ADMIN_PASSWORD'];
  if (known !== undefined && known !== '') return known;
  let text = '';
  for await (const chunk of input ?? []) {
    text += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk);
    if (text.length > 4_000) throw new UsageError('standard input is too large for a password');
  }
  const password = text.split('\n', 1)[0] ?? '';
  if (password === '') {
    throw new UsageError(
      'no password given. Pass it on standard input or set XPLAIN_ADMIN_PASSWORD.',
    );
  }
  return password;
}
