// Compiles the shell and the lazy pages before the first test so that compilation does not count towards test timeouts.
import '../app/layout/shell.tsx';
import '../app/queries.tsx';

// A loaded test file would add its tests to the file that runs now.
const pages = Object.entries(import.meta.glob('../pages/**/*.tsx')).filter(
  ([path]) => !/\.test\./.test(path),
);
await Promise.all(pages.map(([, load]) => load()));
