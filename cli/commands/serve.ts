import { EXIT, type Command } from '../command.ts';

/** In a server checkout, `tools/xplain.mjs` starts the server before this command is reached. */
export const serveCommand: Command = {
  help:
    'Starts the server like npm start, but without npm. Use it in service managers.\n' +
    'Available in the server folder, as tools/xplain.mjs.',
  options: {},
  examples: ['tools/xplain.mjs serve', 'XPLAIN_PORT=4000 npx xplain serve'],

  async run(terminal) {
    terminal.complain(
      'xplain: this package contains only the command line. Run tools/xplain.mjs serve in the server folder.',
    );
    return EXIT.usage;
  },
};
