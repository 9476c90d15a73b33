import { EXIT, UsageError, type Command } from '../command.ts';
import { verifyArchive } from '../archive/verify-archive.ts';
import { codeOf } from '../read-rows.ts';
import { printable } from '../escape.ts';

export const archiveVerifyCommand: Command = {
  help:
    'Verifies archive integrity: every manifest, the chain between them, and every byte of the files they list.\n' +
    'The folder is the one that contains the export folders. Set XPLAIN_ARCHIVE_KEY to the key of the export\n' +
    '(shown on its page and by GET /api/v1/exports/:id/key); without it, signatures are not checked.\n' +
    '\n' +
    'Exit codes: 0 nothing is missing or changed; 1 otherwise.',
  words: '<folder>',
  options: {},
  examples: [
    'xplain archive verify /backup/xplain',
    'XPLAIN_ARCHIVE_KEY=xak_… xplain archive verify .',
  ],

  async run(terminal, _given, words) {
    const [folder, ...rest] = words;
    if (folder === undefined || rest.length > 0) {
      throw new UsageError('requires exactly one folder');
    }
    const key = terminal.environment['XPLAIN_ARCHIVE_KEY'];
    let found: Awaited<ReturnType<typeof verifyArchive>>;
    try {
      found = await verifyArchive(folder, key === '' ? undefined : key);
    } catch (error) {
      terminal.complain(`xplain: can't read ${folder} (${codeOf(error)})`);
      return EXIT.usage;
    }
    for (const problem of found.problems) terminal.complain(`xplain: ${printable(problem)}`);
    const { manifests, files, rows, bytes, isSigned } = found;
    terminal.print(`${manifests} manifests, ${files} files, ${rows} rows, ${bytes} bytes`);
    if (manifests === 0) {
      terminal.complain('xplain: no manifests found in this folder');
      return EXIT.failed;
    }
    if (!isSigned) {
      terminal.complain(
        'xplain: signatures were not checked. Set XPLAIN_ARCHIVE_KEY to check them.',
      );
    }
    if (found.problems.length > 0) return EXIT.failed;
    terminal.print(isSigned ? 'Archive intact, signatures valid' : 'Archive intact');
    return EXIT.ok;
  },
};
