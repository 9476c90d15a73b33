import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came, without the doubled dots. */
  readonly data: string;
}

/** A mail server that keeps what it gets. What it answers can be changed while it runs. */
export interface TestSmtp {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Every recipient that was named, whatever became of the mail. */
  readonly recipients: string[];
  /** What clients logged in with, as `user:password`. */
  readonly logins: string[];
  /** Answers to `RCPT TO` and to the text; a hang answers nothing, a drop closes the connection. */
  behaviour: { recipient: Answer; data: Answer };
}

/** A line of SMTP, or one of the two ways to give no answer: `hang` and `drop`. */
type Answer = string;

/** Speaks as much SMTP as a sending client needs, on a free port, until the test ends. */
export async function startSmtp(t: TestContext): Promise<TestSmtp> {
  const sockets = new Set<Socket>();
  const smtp: TestSmtp = {
    port: 0,
    received: [],
    recipients: [],
    logins: [],
    behaviour: { recipient: '250 ok', data: '250 ok' },
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    converse(socket, smtp);
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(smtp, { port: (server.address() as AddressInfo).port });
}

function converse(socket: Socket, smtp: TestSmtp): void {
  let mail = { from: '', to: [] as string[] };
  let isData = false;
  let unread = '';
  socket.setEncoding('utf8');
  socket.write('220 test ready\r\n');

  function answer(text: Answer): void {
    if (text === 'drop') socket.destroy();
    else if (text !== 'hang') socket.write(`${text}\r\n`);
  }

  function takeData(): void {
    const end = unread.indexOf('\r\n.\r\n');
    if (end < 0) return;
    const data = unread.slice(0, end).replaceAll('\r\n..', '\r\n.');
    unread = unread.slice(end + 5);
    isData = false;
    if (smtp.behaviour.data.startsWith('250') || smtp.behaviour.data === 'drop') {
      smtp.received.push({ ...mail, data });
    }
    mail = { from: '', to: [] };
    answer(smtp.behaviour.data);
  }

  function obey(line: string): void {
    const [verb = '', argument = ''] = line.split(/ (.*)/s);
    const address = /<(.*)>/.exec(line)?.[1] ?? '';
    switch (verb.toUpperCase()) {
      case 'EHLO':
        return answer('250-test\r\n250-AUTH PLAIN\r\n250 SMTPUTF8');
      case 'AUTH':
        smtp.logins.push(decodeLogin(argument));
        return answer('235 welcome');
      case 'MAIL':
        mail.from = address;
        return answer('250 ok');
      case 'RCPT':
        mail.to.push(address);
        smtp.recipients.push(address);
        return answer(smtp.behaviour.recipient);
      case 'DATA':
        isData = true;
        return answer('354 go ahead');
      case 'QUIT':
        answer('221 bye');
        socket.end();
        return undefined;
      default:
        return answer('502 unknown');
    }
  }

  socket.on('data', (text: string) => {
    unread += text;
    while (unread.includes(isData ? '\r\n.\r\n' : '\r\n')) {
      if (isData) {
        takeData();
        continue;
      }
      const [line = ''] = unread.split('\r\n', 1);
      unread = unread.slice(line.length + 2);
      obey(line);
    }
  });
}

/** `PLAIN <base64 of NUL user NUL password>` */
function decodeLogin(argument: string): string {
  const [, encoded = ''] = argument.split(' ');
  return Buffer.from(encoded, 'base64').toString().split('\0').slice(1).join(':');
}
