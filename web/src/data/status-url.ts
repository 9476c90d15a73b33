/** The URL of the status page: part of the page itself, so that it is known while the server is unreachable. */
export function statusUrl(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="xplain-status"]');
  const url = meta?.content ?? '';
  return /^https?:\/\//.test(url) ? url : undefined;
}
