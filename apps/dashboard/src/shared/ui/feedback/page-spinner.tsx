import { Center, Loader, VisuallyHidden } from '@mantine/core';

/** Shown while the code of a page loads. */
export const PageSpinner = () => (
  <Center role="status" mih="50vh">
    <Loader />
    <VisuallyHidden>Страница загружается</VisuallyHidden>
  </Center>
);
