/** Where to go after signing in: a path of this site, and not one of the pages for visitors who are not signed in. */
const DOOR_PAGES = /^\/(sign-in|sign-up|verify-email|forgot-password|reset-password)(?=[/?#]|$)/;

export function nextPath(wanted: string | undefined, otherwise = '/'): string {
  if (wanted === undefined || !/^\/(?![/\\])[^\s\\]*$/.test(wanted)) return otherwise;
  return DOOR_PAGES.test(wanted) ? otherwise : wanted;
}
