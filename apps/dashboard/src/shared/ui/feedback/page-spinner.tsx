import { Center, Loader, VisuallyHidden } from '@mantine/core';

/** Shown in place of a page whose code is on its way. */
export const PageSpinner = () => (
  <Center role="status" mih="50vh">
    <Loader />
    <VisuallyHidden>Страница загружается</VisuallyHidden>
  </Center>
);
