import type { MantineColorScheme } from '@mantine/core';

/** Color schemes: label of the choice, and name of the action that selects the scheme. */
export const COLOR_SCHEMES: readonly { value: MantineColorScheme; label: string; action: string }[] = [
  { value: 'auto', label: 'Системная', action: 'Системная тема' },
  { value: 'light', label: 'Светлая', action: 'Светлая тема' },
  { value: 'dark', label: 'Темная', action: 'Темная тема' },
];
