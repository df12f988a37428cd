import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, last: the first test that fails ends the run of a mutant. */
const SLOW = ['robust', 'transition', 'refresh-load', 'storage-sweep', 'login-sweep'];
/** `quick`: a first look without the slowest. */
const { MUTATION } = process.env;

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      SLOW.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Tests that judge a mutant, without the random ones: what those notice differs from run to run. */
export default defineConfig({
  test: {
    strictTags: false,
    include: ['src/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      'src/flows.test.ts',
      ...(MUTATION === 'quick' ? SLOW.map((name) => `src/${name}.test.ts`) : []),
    ],
    isolate: false,
    silent: true,
    reporters: ['dot'],
    sequence: { sequencer: QuickFirst },
  },
});
