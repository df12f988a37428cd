import { Modal, Stack, Text } from '@mantine/core';
import { ShortcutKeys } from '@/shared/shortcuts/shortcut-keys.tsx';
import { SHORTCUTS, type ShortcutName } from '@/shared/shortcuts/shortcuts.ts';
import classes from './shortcuts-dialog.module.css';

const names = Object.keys(SHORTCUTS) as ShortcutName[];
const places = [...new Set(names.map((name) => SHORTCUTS[name].place))];

/** Lists all keyboard shortcuts. */
export default function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Сочетания клавиш">
      <Stack gap="lg">
        {places.map((place) => (
          <section key={place} aria-label={place}>
            <Text fw={600} mb="xs">
              {place}
            </Text>
            <dl className={classes['shortcuts']}>
              {names
                .filter((name) => SHORTCUTS[name].place === place)
                .map((name) => (
                  <div key={name}>
                    <dt>{SHORTCUTS[name].label}</dt>
                    <dd>
                      <ShortcutKeys shortcut={name} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}
