import { closeSync, openSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

/** Why the server did not do it, for the person at the terminal. */
export class NoNode extends Error {}

const SOCKET = 'backup.sock';
/** Longer paths of sockets are cut by the system. */
const PATH_BYTES_MAX = 100;

/** Calls the server that uses this data folder. No timeout. */
export async function askNode(data: string, method: string, path: string): Promise<unknown> {
  const direct = join(data, SOCKET);
  const isLong = Buffer.byteLength(direct) > PATH_BYTES_MAX;
  const folder = isLong ? openFolder(data) : undefined;
  const socketPath = folder === undefined ? direct : `/proc/self/fd/${folder}/${SOCKET}`;
  try {
    return await send(socketPath, method, path, data);
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}

function send(socketPath: string, method: string, path: string, data: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, method, path }, (response) => {
      json(response).then((answer) => {
        if (response.statusCode === 200) resolve(answer);
        else reject(new NoNode(String((answer as { message?: unknown }).message)));
      }, reject);
    });
    call.on('error', () => reject(nobodyThere(data)));
    call.end();
  });
}

function openFolder(data: string): number {
  try {
    return openSync(data, 'r');
  } catch {
    throw nobodyThere(data);
  }
}

function nobodyThere(data: string): NoNode {
  return new NoNode(
    `no server with XPLAIN_BACKUP_TO runs on ${data}, or it belongs to another user. Start it, or set its folder with --data.`,
  );
}
