import { Center, Loader, VisuallyHidden } from '@mantine/core';

/** In the middle of a page that is on its way. */
export function Loading() {
  return (
    <Center h="100%" mih={120} component="output">
      <Loader size="sm" aria-hidden="true" />
      <VisuallyHidden>Loading</VisuallyHidden>
    </Center>
  );
}
