import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isoTime } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { MailCarrier } from '../mail.ts';

/**
 * A folder instead of a mail server: one JSON file per mail, readable by the owner only, because mails contain sign-in
 * links. The log names the file, never its content.
 */
export async function openOutbox(
  { log }: { readonly log: Log },
  directory: string,
  from: string,
): Promise<MailCarrier> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return {
    async deliver({ fileContent, ...mail }) {
      const { messageId, to, subject, text, html, leaveUrl, attachment } = mail;
      if (!/^[\w-]+$/.test(messageId)) throw new TypeError('a message id names a file');
      const writtenAt = isoTime(Date.now());
      const along = mail.file && { ...mail.file, bytes: fileContent?.byteLength ?? 0 };
      const said = { to, subject, text, html, leaveUrl, attachment, file: along };
      const content = { messageId, writtenAt, from, ...said };
      // The same mail has the same name, so a second try replaces the first.
      const file = `${messageId}.json`;
      await writeWhole(directory, file, `${JSON.stringify(content, undefined, 2)}\n`);
      log.info({ to, subject, file }, 'mail written to the outbox');
      await removeOldest(directory);
    },
    async health() {
      try {
        await access(directory, constants.W_OK);
        return { state: 'up', note: 'Mail is written to the outbox folder, not sent.' };
      } catch {
        return { state: 'down', note: 'The outbox folder cannot be written to.' };
      }
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Writes a file atomically and durably. */
async function writeWhole(directory: string, name: string, text: string): Promise<void> {
  const unfinished = join(directory, `.${name}.tmp`);
  {
    await using file = await open(unfinished, 'w', 0o600);
    await file.writeFile(text);
    await file.sync();
  }
  await rename(unfinished, join(directory, name));
  await using folder = await open(directory, 'r');
  await folder.sync();
}

async function removeOldest(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json'));
  const surplus = names.length - LIMITS.mail.outboxFilesMax;
  if (surplus <= 0) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      return { path, writtenAt: (await stat(path)).mtimeMs };
    }),
  );
  const oldest = files.toSorted((a, b) => a.writtenAt - b.writtenAt).slice(0, surplus);
  await Promise.all(oldest.map(({ path }) => unlink(path)));
}
