import { readFileSync } from 'node:fs';
import { arch, platform } from 'node:process';
import { EXIT, type Command } from '../command.ts';

export const versionCommand: Command = {
  help: 'Shows the version of Xplain and of Node.',
  options: { json: { type: 'boolean', help: 'Output JSON.' } },
  examples: ['xplain version'],

  async run(terminal, given) {
    const version = readVersion();
    const node = process.versions.node;
    terminal.print(
      given['json'] === true
        ? JSON.stringify({ version, node, platform, arch })
        : `xplain ${version} (Node ${node}, ${platform} ${arch})`,
    );
    return EXIT.ok;
  },
};

function readVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  const facts: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const isKnown = typeof facts === 'object' && facts !== null && 'version' in facts;
  return isKnown ? String(facts.version) : 'unknown';
}
