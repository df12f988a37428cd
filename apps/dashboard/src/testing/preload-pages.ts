// Compiles lazy pages before the first test so that compilation does not count towards test timeouts.
await Promise.all(
  Object.values(import.meta.glob(['../pages/**/*.tsx', '!../**/*.test.tsx'])).map((load) => load()),
);
