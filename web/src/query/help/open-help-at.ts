import { type HelpTopic, OVERVIEW } from './help-topic.ts';

/** Opens the topic of the word at the cursor; falls back to the overview when offline. */
export async function openHelpAt(
  text: string,
  position: number,
  open: (topic: HelpTopic) => void,
): Promise<void> {
  const found = await import('./topic-at.ts').catch(() => undefined);
  open(found?.topicAt(text, position) ?? OVERVIEW);
}
