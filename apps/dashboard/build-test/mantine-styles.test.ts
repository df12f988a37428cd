import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stylesFor } from '../mantine-styles.ts';

const source = join(import.meta.dirname, '../src');

const style = (name: string) => `@mantine/core/styles/${name}.layer.css`;

test.each([
  ["import { Skeleton } from '@mantine/core';", [style('Skeleton')]],
  ["import { Menu, type MenuProps } from '@mantine/core';", [style('Popover'), style('Menu')]],
  [
    "import {\n  Modal,\n  Drawer,\n} from '@mantine/core';",
    [style('Overlay'), style('ModalBase'), style('Modal'), style('Drawer')],
  ],
  [
    "import { DatePickerInput } from '@mantine/dates';",
    [style('Popover'), '@mantine/dates/styles.layer.css'],
  ],
])('%s loads the styles of the component after those of its parts', (code, styles) => {
  expect(stylesFor(code)).toEqual(styles);
});

test.each([
  "import { Button, TextInput } from '@mantine/core';",
  "import type { MenuProps } from '@mantine/core';",
  "import { useMediaQuery } from '@mantine/hooks';",
])('%s loads nothing: every page has it, or it has no styles', (code) => {
  expect(stylesFor(code)).toEqual([]);
});

test('no module but the lists of whole pages names the styles of Mantine', () => {
  const naming = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) =>
    /'@mantine\/\w+\/styles/.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(naming.sort()).toEqual(['app/theme/styles.ts', 'shared/ui/form/field-styles.ts']);
});
