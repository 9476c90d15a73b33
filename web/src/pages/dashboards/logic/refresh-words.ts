/** “Every 5 minutes”, for a choice of rhythms. */
export function refreshWords(seconds: number): string {
  if (seconds < 60) return `Every ${seconds} seconds`;
  if (seconds < 3_600) return seconds === 60 ? 'Every minute' : `Every ${seconds / 60} minutes`;
  return seconds === 3_600 ? 'Every hour' : `Every ${seconds / 3_600} hours`;
}
