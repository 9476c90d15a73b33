/**
 * Log lines in the formats that programs write, with the event of each known: the figures of the pattern
 * miner must hold for all of them with one setting. The same seed makes the same lines.
 */
import { seededRandom, type SeededRandom } from '../seeded-random.ts';

export interface FormattedLog {
  readonly rows: string[];
  /** What happened, by row. */
  readonly events: string[];
}

/** A source: how it heads its lines, and what it says. */
interface Source {
  readonly head: (line: Line, level: string, component: string) => string;
  readonly messages: readonly Message[];
}

type Message = readonly [level: string, component: string, write: (line: Line) => string];

interface Line {
  readonly random: SeededRandom;
  /** Position in the log, which the time follows. */
  readonly row: number;
}

export function logFormats(rowsEach: number, seed: number): Map<string, FormattedLog> {
  const random = seededRandom(seed);
  return new Map(
    Object.entries(SOURCES).map(([name, source]) => {
      const rows: string[] = [];
      const events: string[] = [];
      for (let row = 0; row < rowsEach; row += 1) {
        const line = { random, row };
        // Early messages are the frequent ones, as in most logs.
        const most = random.integer(0, source.messages.length - 1);
        const event = random.integer(0, most);
        const [level, component, write] = source.messages[event] ?? MESSAGES[0];
        rows.push(source.head(line, level, component) + write(line));
        events.push(String(event));
      }
      return [name, { rows, events }];
    }),
  );
}

const number = ({ random }: Line): string => String(random.integer(0, 10 ** random.integer(1, 6)));
const ip = ({ random }: Line): string =>
  `10.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(1, 254)}`;
const hex = ({ random }: Line, length: number): string =>
  Array.from({ length }, () => '0123456789abcdef'.charAt(random.integer(0, 15))).join('');
const uuid = (line: Line): string => [8, 4, 4, 4, 12].map((length) => hex(line, length)).join('-');
const user = ({ random }: Line): string =>
  random.pick(['ann', 'ben', 'cho', 'dee', 'eve', 'fay', 'gus', 'hal', 'ida', 'jon', 'kim']);
const table = ({ random }: Line): string =>
  random.pick(['orders', 'carts', 'stock', 'prices', 'mails', 'users', 'events', 'audit']);
const path = ({ random }: Line): string =>
  `/${random.pick(['api', 'shop', 'static'])}/${random.pick(['cart', 'img', 'v2'])}/${random.integer(1, 999)}`;

const MESSAGES: readonly [Message, ...Message[]] = [
  ['INFO', 'acme.shop.Orders', (l) => `Order ${number(l)} placed by customer ${number(l)}`],
  ['INFO', 'acme.shop.Orders', (l) => `Order ${number(l)} cancelled by customer ${number(l)}`],
  ['DEBUG', 'acme.shop.Cache', (l) => `cache miss for key ${table(l)}:${number(l)}`],
  ['DEBUG', 'acme.shop.Cache', (l) => `cache hit for key ${table(l)}:${number(l)}`],
  ['INFO', 'acme.shop.Login', (l) => `session ${uuid(l)} opened for user ${user(l)} from ${ip(l)}`],
  ['INFO', 'acme.shop.Login', (l) => `session ${uuid(l)} closed after ${number(l)} ms`],
  ['WARN', 'acme.shop.Store', (l) => `slow query on table ${table(l)}: ${number(l)} ms`],
  ['ERROR', 'acme.shop.Payments', (l) => `charge ${hex(l, 12)} failed: card expired`],
  ['ERROR', 'acme.shop.Payments', (l) => `charge ${hex(l, 12)} failed: gateway timeout`],
  ['INFO', 'acme.shop.Files', (l) => `served ${path(l)} in ${number(l)} ms`],
  ['WARN', 'acme.shop.Queue', (l) => `queue depth ${number(l)} over ${number(l)}`],
  ['INFO', 'acme.shop.Server', () => 'configuration reloaded'],
  ['INFO', 'acme.shop.Server', (l) => `listening on port ${number(l)}`],
];

const clock = ({ row }: Line): string =>
  [Math.floor(row / 3_600) % 24, Math.floor(row / 60) % 60, row % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
const millis = ({ random }: Line): string => String(random.integer(0, 999)).padStart(3, '0');

const SOURCES: Readonly<Record<string, Source>> = {
  plain: { head: () => '', messages: MESSAGES },
  level: { head: (_, level) => `${level} `, messages: MESSAGES },
  java: {
    head: (l, level, component) =>
      `2024-05-11 ${clock(l)},${millis(l)} ${level} [worker-${l.random.integer(1, 20)}] org.${component}: `,
    messages: MESSAGES,
  },
  python: {
    head: (l, level, component) =>
      `2024-05-11 ${clock(l)},${millis(l)} - ${component.toLowerCase()} - ${level} - `,
    messages: MESSAGES,
  },
  syslog: {
    head: (l, _, component) =>
      `May 11 ${clock(l)} web${l.random.integer(1, 9)} ${component.slice(10)}[${number(l)}]: `,
    messages: MESSAGES,
  },
  glog: {
    head: (l, level, component) =>
      `${level.charAt(0)}0511 ${clock(l)}.${millis(l)}000 ${number(l)} ${component.slice(10).toLowerCase()}.go:${l.random.integer(10, 400)}] `,
    messages: MESSAGES,
  },
  bars: {
    head: (l, level, component) =>
      `20240511-${clock(l)}:${millis(l)}|${component}|${level}|${number(l)}|`,
    messages: MESSAGES,
  },
  brackets: {
    head: (l, level) => `[Sat May 11 ${clock(l)} 2024] [${level.toLowerCase()}] `,
    messages: MESSAGES,
  },
  epoch: {
    head: (l, level) => `${1_715_400_000 + l.row} node${l.random.integer(1, 64)} ${level} `,
    messages: MESSAGES,
  },
  iso: {
    head: (l, level, component) =>
      `2024-05-11T${clock(l)}.${millis(l)}Z ${level.toLowerCase()} ${component} [req-${uuid(l)}] `,
    messages: MESSAGES,
  },
};
