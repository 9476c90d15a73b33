// Sets the colour scheme before anything is drawn, so that a dark page does not flash white.
try {
  const stored = localStorage.getItem('mantine-color-scheme-value');
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = stored === 'light' || stored === 'dark' ? stored : isDark ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
} catch {
  // Without storage the app chooses by itself, a moment later.
}
