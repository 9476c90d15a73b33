/** Where the status page is: in the page itself, so that it is known when nothing can be asked. */
export function statusUrl(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="xplain-status"]');
  const url = meta?.content ?? '';
  return /^https?:\/\//.test(url) ? url : undefined;
}
