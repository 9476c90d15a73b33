/** Writes databases in the MaxMind format, as small as tests need: IPv4 networks of whole bytes, and what is known of each. */

type MmdbValue = string | number | readonly MmdbValue[] | { readonly [name: string]: MmdbValue };

/** Networks are written as their first bytes: `10.0` is 10.0.0.0/16. */
export function writeMmdb(networks: Readonly<Record<string, MmdbValue>>): Buffer {
  const records: Buffer[] = [];
  const offsets = new Map<string, number>();
  let length = 0;
  for (const [network, value] of Object.entries(networks)) {
    const encoded = encode(value);
    offsets.set(network, length);
    records.push(encoded);
    length += encoded.length;
  }
  const nodes: [Branch, Branch][] = [[undefined, undefined]];
  for (const [network, offset] of offsets) insert(nodes, bitsOf(network), offset);
  const count = nodes.length;
  const tree = Buffer.alloc(count * 8);
  for (const [i, branches] of nodes.entries()) {
    for (const [side, branch] of branches.entries()) {
      const value =
        branch === undefined ? count : 'node' in branch ? branch.node : count + 16 + branch.data;
      tree.writeUInt32BE(value, i * 8 + side * 4);
    }
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test-City',
    description: { en: 'test' },
    ip_version: 4,
    languages: ['en'],
    node_count: count,
    record_size: 32,
  });
  const mark = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  return Buffer.concat([tree, Buffer.alloc(16), ...records, mark, metadata]);
}

type Branch = { readonly node: number } | { readonly data: number } | undefined;

function insert(nodes: [Branch, Branch][], bits: readonly (0 | 1)[], data: number): void {
  let at = 0;
  for (const [i, bit] of bits.entries()) {
    const branches = nodes[at];
    if (branches === undefined) throw new Error('a node that is not there');
    if (i === bits.length - 1) {
      branches[bit] = { data };
      return;
    }
    const next = branches[bit];
    if (next !== undefined && 'node' in next) {
      at = next.node;
    } else {
      nodes.push([undefined, undefined]);
      branches[bit] = { node: nodes.length - 1 };
      at = nodes.length - 1;
    }
  }
}

function bitsOf(network: string): (0 | 1)[] {
  return network
    .split('.')
    .flatMap((byte) =>
      Array.from(Number(byte).toString(2).padStart(8, '0'), (bit) => (bit === '1' ? 1 : 0)),
    );
}

/** Lengths of up to 28 need no further byte, and those up to 284 one. */
function encode(value: MmdbValue): Buffer {
  if (typeof value === 'string') {
    return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) && value >= 0 ? integer(value) : double(value);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value as Readonly<Record<string, MmdbValue>>);
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([name, each]) => [encode(name), encode(each)]),
  ]);
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return Buffer.concat([control(6, 4), bytes]);
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return Buffer.concat([control(3, 8), bytes]);
}

function control(type: number, size: number): Buffer {
  const [shown, more] = size < 29 ? [size, []] : [29, [size - 29]];
  return type <= 7
    ? Buffer.from([(type << 5) | shown, ...more])
    : Buffer.from([shown, type - 7, ...more]);
}
