// Lazy pages are compiled before the first test of a worker, so that no test waits for a compiler.
await Promise.all(Object.values(import.meta.glob('../pages/**/*.tsx')).map((load) => load()));
