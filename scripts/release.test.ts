import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';

type Manifest = {
  name: string;
  private?: boolean;
  homepage?: string;
  bugs?: { url: string };
  repository?: { url: string; directory: string };
};

const published = globSync('packages/*/package.json')
  .map((file) => ({ folder: dirname(file), ...(JSON.parse(readFileSync(file, 'utf8')) as Manifest) }))
  .filter((manifest) => !manifest.private);

const address = /^git\+(https:.*)\.git$/.exec(published[0]?.repository?.url ?? '')?.[1] ?? 'no address';

test('two packages are published', () => expect(published).toHaveLength(2));

describe.for(published)('$name', ({ name, folder, homepage, bugs, repository }) => {
  test(`${name}: its manifest names the source, the page and the address for reports`, () => {
    expect(repository).toMatchObject({ url: `git+${address}.git`, directory: folder });
    expect(homepage).toBe(`${address}/tree/main/${folder}#readme`);
    expect(bugs?.url).toBe(`${address}/issues`);
  });

  test(`${name}: the release publishes it with provenance`, () => {
    const workflow = readFileSync('.github/workflows/release.yml', 'utf8');
    expect(/for name in (.*); do/.exec(workflow)?.[1]?.split(' ')).toContain(folder.replace('packages/', ''));
    expect(workflow).toContain('npm publish');
    expect(workflow).toContain('--provenance');
    expect(workflow).toContain('id-token: write');
  });
});
