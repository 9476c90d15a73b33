/** One request and its whole answer over Node's own client, which takes little more than half of what `fetch` does. */
import { request, type RequestOptions } from 'node:http';

export interface Exchanged {
  readonly status: number;
  readonly text: string;
}

export function exchange(options: RequestOptions, body?: Buffer): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const message = request(options);
    message.on('error', reject);
    message.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    message.end(body);
  });
}
