import { execFile } from 'node:child_process';

const ANSWER_MS_MAX = 60_000;

/**
 * Queries the checksum of a release from the registry through npm, which knows the registry and how to reach it.
 * Undefined if the release does not exist; throws if the registry did not respond.
 */
export function askIntegrity(name: string, version: string): Promise<string | undefined> {
  const args = ['view', `${name}@${version}`, 'dist.integrity', '--json', '--loglevel=silent'];
  return new Promise((resolve, reject) => {
    execFile('npm', args, { timeout: ANSWER_MS_MAX }, (error, output) => {
      try {
        resolve(readAnswer(output));
      } catch (cause) {
        const message = `The registry could not be asked for ${name}@${version}.`;
        reject(new Error(message, { cause: error ?? cause }));
      }
    });
  });
}

/** What npm prints: the checksum, or why there is none. */
export function readAnswer(output: string): string | undefined {
  const answer = parseAnswer(output);
  if (typeof answer === 'string') return answer;
  if (answer.error?.code === 'E404') return undefined;
  throw new Error(`npm answered with ${answer.error?.code ?? 'neither checksum nor error'}.`);
}

/** These are the two forms of answer that `npm view --json` has for one field of one release. */
function parseAnswer(output: string): string | { readonly error?: { readonly code?: string } } {
  return JSON.parse(output) as ReturnType<typeof parseAnswer>;
}
