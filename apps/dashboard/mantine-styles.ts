import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = join(import.meta.dirname, 'node_modules/@mantine/core/styles');

/** Styles that a component needs besides its own: those of the components it is made of. */
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

/** Stylesheets of Mantine's other packages, each of which has one for all of its components. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  '@mantine/charts': ['@mantine/charts/styles.layer.css'],
  '@mantine/dates': ['@mantine/core/styles/Popover.layer.css', '@mantine/dates/styles.layer.css'],
  '@mantine/notifications': [
    '@mantine/core/styles/Notification.layer.css',
    '@mantine/notifications/styles.layer.css',
  ],
};

/** Lists of what whole pages have loaded before any of their parts: the first screen, then every page with fields. */
const LISTS = ['src/app/theme/styles.ts', 'src/shared/ui/form/field-styles.ts'];

const STYLE = /@mantine\/core\/styles\/(\w+)\.layer\.css/g;

const loaded = new Set(
  LISTS.flatMap((list) =>
    [...readFileSync(join(import.meta.dirname, list), 'utf8').matchAll(STYLE)].map(([, name]) => name),
  ),
);

/** Names that a module imports from a package; types are none. */
const importedFrom = (name: string, code: string) =>
  [...code.matchAll(/import \{([^}]*)\} from '([^']+)'/g)]
    .filter(([, , from]) => from === name)
    .flatMap(([, names = '']) => names.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '));

/** Stylesheets of what a module imports from Mantine, parts first, less what its page has loaded already. */
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

/** Loads the styles of Mantine's components with the modules that use them: they are named nowhere else. */
export const mantineStyles = (): Plugin => ({
  name: 'mantine-styles',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx$/ },
    handler: (code) => ({
      // Before the first line and on it: line numbers stay.
      code:
        stylesFor(code)
          .map((style) => `import '${style}';`)
          .join('') + code,
      map: null,
    }),
  },
});
