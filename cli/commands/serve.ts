import { EXIT, type Command } from '../command.ts';

/** In the folder of the server, `tools/xplain.mjs` starts it before this is asked. */
export const serveCommand: Command = {
  help:
    'Starts the server, as npm start does, without npm in between: the form for services.\n' +
    'It comes with the folder of the server, where tools/xplain.mjs is this command.',
  options: {},
  examples: ['tools/xplain.mjs serve', 'XPLAIN_PORT=4000 npx xplain serve'],

  async run(terminal) {
    terminal.complain(
      'xplain: the server does not come with this command line. In its own folder: tools/xplain.mjs serve',
    );
    return EXIT.usage;
  },
};
