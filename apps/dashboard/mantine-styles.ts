import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = join(import.meta.dirname, 'node_modules/@mantine/core/styles');

/** Mantine components that a component renders internally and whose styles it also needs. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  ActionBar: ['Affix'],
  Autocomplete: ['Popover', 'Combobox', 'ScrollArea'],
  Checkbox: ['InlineInput'],
  Drawer: ['Overlay', 'ModalBase'],
  Menu: ['Popover'],
  Modal: ['Overlay', 'ModalBase'],
  MultiSelect: ['Popover', 'Combobox', 'Pill', 'PillsInput', 'ScrollArea'],
  Radio: ['InlineInput'],
  SegmentedControl: ['FloatingIndicator'],
  Select: ['Popover', 'Combobox', 'ScrollArea'],
  Switch: ['InlineInput'],
  TagsInput: ['Popover', 'Combobox', 'Pill', 'PillsInput', 'ScrollArea'],
  Tooltip: ['Popover'],
};

/** Stylesheets of the other Mantine packages. Each package has a single stylesheet. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  '@mantine/charts': ['@mantine/charts/styles.layer.css'],
  '@mantine/dates': ['@mantine/core/styles/Popover.layer.css', '@mantine/dates/styles.layer.css'],
  '@mantine/notifications': [
    '@mantine/core/styles/Notification.layer.css',
    '@mantine/notifications/styles.layer.css',
  ],
};

/** Modules that import styles for whole pages: the first screen, and every page with form fields. */
const LISTS = ['src/app/theme/styles.ts', 'src/shared/ui/form/field-styles.ts'];

const STYLE = /@mantine\/core\/styles\/(\w+)\.layer\.css/g;

const loaded = new Set(
  LISTS.flatMap((list) =>
    [...readFileSync(join(import.meta.dirname, list), 'utf8').matchAll(STYLE)].map(([, name]) => name),
  ),
);

/** Names that a module imports from a package, without types. */
const importedFrom = (name: string, code: string) =>
  [...code.matchAll(/import \{([^}]*)\} from '([^']+)'/g)]
    .filter(([, , from]) => from === name)
    .flatMap(([, names = '']) => names.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '));

/** Stylesheets of the Mantine components that a module imports, dependencies first, without those its page has already loaded. */
export const stylesFor = (code: string): readonly string[] => {
  const components = importedFrom('@mantine/core', code).flatMap((name) => [...(PARTS[name] ?? []), name]);
  return [
    ...new Set([
      ...components
        .filter((name) => !loaded.has(name) && existsSync(join(FOLDER, `${name}.layer.css`)))
        .map((name) => `@mantine/core/styles/${name}.layer.css`),
      ...Object.entries(PACKAGES).flatMap(([name, styles]) =>
        importedFrom(name, code).length > 0 ? styles : [],
      ),
    ]),
  ];
};

/** Imports the styles of Mantine components in the modules that use them. Source files do not import these styles. */
export const mantineStyles = (): Plugin => ({
  name: 'mantine-styles',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx$/ },
    handler: (code) => ({
      // Prepended on the first line so that line numbers do not change.
      code:
        stylesFor(code)
          .map((style) => `import '${style}';`)
          .join('') + code,
      map: null,
    }),
  },
});
