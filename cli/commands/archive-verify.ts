import { EXIT, UsageError, type Command } from '../command.ts';
import { verifyArchive } from '../archive/verify-archive.ts';
import { codeOf } from '../read-rows.ts';
import { printable } from '../escape.ts';

export const archiveVerifyCommand: Command = {
  help:
    'Proves that an archive is whole: every manifest, the chain between them, and every file they name, byte by\n' +
    'byte. The folder is the one in which the folders of exports lie. The key of the export, which its page and\n' +
    'GET /api/v1/exports/:id/key show, stands in XPLAIN_ARCHIVE_KEY; without it signatures are not checked. Ends\n' +
    'with 0 when nothing is missing or changed, and with 1 otherwise.',
  words: '<folder>',
  options: {},
  examples: [
    'xplain archive verify /backup/xplain',
    'XPLAIN_ARCHIVE_KEY=xak_… xplain archive verify .',
  ],

  async run(terminal, _given, words) {
    const [folder, ...rest] = words;
    if (folder === undefined || rest.length > 0) throw new UsageError('name one folder');
    const key = terminal.environment['XPLAIN_ARCHIVE_KEY'];
    let found: Awaited<ReturnType<typeof verifyArchive>>;
    try {
      found = await verifyArchive(folder, key === '' ? undefined : key);
    } catch (error) {
      terminal.complain(`xplain: ${folder} cannot be read (${codeOf(error)})`);
      return EXIT.usage;
    }
    for (const problem of found.problems) terminal.complain(`xplain: ${printable(problem)}`);
    const { manifests, files, rows, bytes, isSigned } = found;
    terminal.print(`${manifests} manifests, ${files} files, ${rows} rows, ${bytes} bytes`);
    if (manifests === 0) {
      terminal.complain('xplain: there are no manifests in this folder');
      return EXIT.failed;
    }
    if (!isSigned) terminal.complain('xplain: no key was given, so signatures were not checked');
    if (found.problems.length > 0) return EXIT.failed;
    terminal.print(isSigned ? 'whole, and signed by this key' : 'whole');
    return EXIT.ok;
  },
};
