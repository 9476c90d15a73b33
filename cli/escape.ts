/** Text of rows and verdicts, made harmless for the place it is shown in. */

/** What comes from rows or over the network must not steer the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').toWellFormed();
}

/** Text for content and attributes. Characters that XML cannot hold at all become U+FFFD. */
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
 * Text that stays text: no markup, no HTML, no link, no end of the table's cell, and nobody is mentioned.
 * Rows are written by whoever can make a program log something.
 */
export function markdown(text: string): string {
  return printable(text)
    .replaceAll(/[!-/:-?[-`{-~]/g, '\\$&')
    .replaceAll('@', '@\u{200b}');
}
