/** ClickHouse servers for tests, from the library that the product itself starts. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '../../../src/engines/store/embedded/start-engine.ts';
import type { Engine } from '../../../src/engines/store/child/start-child.ts';
import { LIMITS } from '../limits.ts';
import { findFreePort } from '../programs/find-free-port.ts';
import { removeFolder } from '../remove-folder.ts';

/** A plain server that knows nothing of us; it dies with this process. */
export interface TestClickhouse extends AsyncDisposable {
  /** With user and password. */
  readonly url: string;
  /** As a crash would; what it has on disk stays. */
  kill(): Promise<void>;
  /** Starts it again on the same ports and the same files. */
  start(): Promise<void>;
}

export interface TestCluster extends AsyncDisposable {
  readonly name: string;
  /** One server per shard. */
  readonly servers: readonly TestClickhouse[];
}

export async function startClickhouse(): Promise<TestClickhouse> {
  const [server] = await startServers(1);
  if (server === undefined) throw new Error('No server was started.');
  return server;
}

export async function startClickhouseCluster(shards: number): Promise<TestCluster> {
  const servers = await startServers(shards);
  return {
    name: CLUSTER,
    servers,
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server[Symbol.asyncDispose]();
    },
  };
}

const CLUSTER = 'shards';
const USER = 'tester';

interface Ports {
  readonly http: number;
  readonly tcp: number;
}

async function startServers(count: number): Promise<TestClickhouse[]> {
  const password = randomBytes(16).toString('hex');
  const ports: Ports[] = [];
  for (let i = 0; i < count; i++) {
    ports.push({ http: await findFreePort(), tcp: await findFreePort() });
  }
  return Promise.all(ports.map((own) => startServer(own, ports, password)));
}

async function startServer(
  own: Ports,
  all: readonly Ports[],
  password: string,
): Promise<TestClickhouse> {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-clickhouse-'));
  const configFile = writeConfig(folder, own, all, password);
  let engine: Engine | undefined;
  const start = async (): Promise<void> => {
    engine = await startEngine({
      files: {
        lockFile: join(folder, 'lock'),
        configFile,
        rowsFolder: join(folder, 'rows'),
        credentials: { user: USER, password, headers: {} },
      },
      limits: LIMITS.store,
      port: own.http,
      listenAlso: ['TCP'],
    });
  };
  await start();
  return {
    url: `http://${USER}:${password}@127.0.0.1:${own.http}`,
    start,
    async kill() {
      engine?.kill();
      await engine?.gone;
    },
    async [Symbol.asyncDispose]() {
      await engine?.stop();
      removeFolder(folder);
    },
  };
}

function writeConfig(folder: string, own: Ports, all: readonly Ports[], password: string): string {
  const configFile = join(folder, 'config.xml');
  const usersFile = join(folder, 'users.xml');
  mkdirSync(join(folder, 'log'));
  writeFileSync(usersFile, usersXml(password));
  const shards = all.map(
    ({ tcp }) =>
      `<shard><replica><host>127.0.0.1</host><port>${tcp}</port><user>${USER}</user>` +
      `<password>${password}</password></replica></shard>`,
  );
  writeFileSync(
    configFile,
    `<clickhouse>
<logger><log>${join(folder, 'log', 'server.log')}</log></logger>
<users_config>${usersFile}</users_config>
<tcp_port>${own.tcp}</tcp_port>
<mark_cache_size>67108864</mark_cache_size>
<background_schedule_pool_size>8</background_schedule_pool_size>
<remote_servers><${CLUSTER}>${shards.join('')}</${CLUSTER}></remote_servers>
</clickhouse>`,
  );
  return configFile;
}

function usersXml(password: string): string {
  const hash = createHash('sha256').update(password).digest('hex');
  const rest =
    '<networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>';
  return `<clickhouse><profiles><default></default></profiles><quotas><default></default></quotas><users>
<default><no_password/>${rest}<grants><query>GRANT SYSTEM LISTEN ON *.*</query>
<query>GRANT CREATE TEMPORARY TABLE ON *.*</query><query>GRANT READ ON FILE</query></grants></default>
<${USER}><password_sha256_hex>${hash}</password_sha256_hex>${rest}<grants><query>GRANT ALL ON *.*</query></grants></${USER}>
</users></clickhouse>`;
}
