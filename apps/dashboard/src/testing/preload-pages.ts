// Compiles the shell and the lazy pages before the first test so that compilation does not count towards test timeouts.
import '../app/layout/shell.tsx';
import '../app/queries.tsx';

await Promise.all(
  Object.values(import.meta.glob(['../pages/**/*.tsx', '!../**/*.test.tsx'])).map((load) => load()),
);
