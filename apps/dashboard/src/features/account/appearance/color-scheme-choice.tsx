import {
  type MantineColorScheme,
  Paper,
  SegmentedControl,
  Stack,
  Title,
  useMantineColorScheme,
} from '@mantine/core';

const SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'Системная' },
  { value: 'light', label: 'Светлая' },
  { value: 'dark', label: 'Темная' },
];

/** Color scheme of this browser. Applied immediately and stored locally. */
export function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
      <Stack gap="md" align="flex-start">
        <Title order={2}>Оформление</Title>
        <SegmentedControl<MantineColorScheme>
          aria-label="Цветовая тема"
          data={SCHEMES}
          value={colorScheme}
          onChange={setColorScheme}
        />
      </Stack>
    </Paper>
  );
}
