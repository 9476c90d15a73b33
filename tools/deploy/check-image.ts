/** Pinned by digest, or at least by a full version: tomorrow's pull gets the same image as today's. */
export function checkImage(image: string): string[] {
  const isPinned = /@sha256:[0-9a-f]{64}$/.test(image) || /:\d+\.\d+(?:[.\w-]*)$/.test(image);
  return isPinned ? [] : [`the image ${image} is not pinned to a version`];
}
