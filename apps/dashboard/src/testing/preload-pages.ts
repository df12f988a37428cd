// Compiles the lazy pages before the first test, so that no test waits for the compiler.
await Promise.all(
  Object.values(import.meta.glob(['../pages/**/*.tsx', '!../**/*.test.tsx'])).map((load) => load()),
);
