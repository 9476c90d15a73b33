/**
 * The door frame. Makes the app on which rooms mount their endpoints, and gives all of them the same ids,
 * security headers, bodies, errors, log lines and end. Knows nothing of organizations and logs; who may come
 * in is asked of the `Guard` that is handed in. Owns no tables.
 */
export { createApp, type App, type AppNeeds } from './app.ts';
export { rawBody } from './body-parser.ts';
export type { Caller, Guard, HttpReply, HttpRequest } from './gate.ts';
export { listen, listenAlso, serveMetrics, type Address } from './listen.ts';
export { createLog, type LogOptions, type ProcessLog } from './log.ts';
export { createMetrics, type ProcessMetrics } from './metrics.ts';
export { parseJson } from './parse-json.ts';
