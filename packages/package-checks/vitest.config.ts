import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const olderTypeScript = 'src/older-typescript.test.ts';

/** Projects that test the packed packages. */
const onTarballs = {
  globalSetup: 'src/install-tarballs.ts',
  // Tests compile every example of the documentation.
  testTimeout: 180_000,
  maxConcurrency: 2,
};

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/package.json' },
    projects: [
      {
        test: {
          ...onTarballs,
          name: 'packages',
          include: ['src/*.test.ts'],
          exclude: [olderTypeScript],
        },
      },
      { test: { ...onTarballs, name: 'older-typescript', include: [olderTypeScript] } },
      {
        // The tests of react-auth once more, on the React of this package.
        root: path('../react-auth'),
        resolve: {
          alias: {
            react: path('node_modules/react'),
            'react-dom': path('node_modules/react-dom'),
            '@testing-library/react': fileURLToPath(import.meta.resolve('@testing-library/react')),
          },
        },
        test: {
          name: 'react-18',
          environment: 'jsdom',
          isolate: false,
          include: ['src/**/*.test.tsx'],
          setupFiles: [path('src/expect-react-18.ts'), path('../react-auth/test/setup.ts')],
        },
      },
    ],
  },
});
