/** Escapes text of rows and verdicts for the format it is shown in. */

/** Text from rows or the network must not contain terminal control sequences. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').toWellFormed();
}

/** Escapes text for content and attributes. Characters that are invalid in XML become U+FFFD. */
export function xml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(
      /[^\t\n\r\u{20}-\u{7e}\u{85}\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu,
      '\u{fffd}',
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
    .replaceAll(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}

/**
 * Escapes markup, HTML, links, table cell separators and mentions. Rows are untrusted: anyone who can make a program
 * log something writes them.
 */
export function markdown(text: string): string {
  return printable(text)
    .replaceAll(/[!-/:-?[-`{-~]/g, '\\$&')
    .replaceAll('@', '@\u{200b}');
}
