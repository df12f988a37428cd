import {
  type MantineColorScheme,
  Paper,
  SegmentedControl,
  Stack,
  Title,
  useMantineColorScheme,
} from '@mantine/core';
import { useHashScroll } from '@/shared/ui/page/use-hash-scroll.ts';
import { COLOR_SCHEMES } from './color-schemes.ts';

const CHOICES = COLOR_SCHEMES.map(({ value, label }) => ({ value, label }));

const APPEARANCE_ID = 'appearance';

/** Color scheme of this browser. Applied immediately and stored locally. */
export function ColorSchemeChoice() {
  useHashScroll(APPEARANCE_ID);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg" id={APPEARANCE_ID}>
      <Stack gap="md" align="flex-start">
        <Title order={2}>Оформление</Title>
        <SegmentedControl<MantineColorScheme>
          aria-label="Цветовая тема"
          data={CHOICES}
          value={colorScheme}
          onChange={setColorScheme}
        />
      </Stack>
    </Paper>
  );
}
