/** Pinned by its digest, or at least by a whole version: what is pulled tomorrow is what was pulled today. */
export function checkImage(image: string): string[] {
  const isPinned = /@sha256:[0-9a-f]{64}$/.test(image) || /:\d+\.\d+(?:[.\w-]*)$/.test(image);
  return isPinned ? [] : [`the image ${image} is not pinned to a version`];
}
