import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from '@playwright/test';
import chromium, { inflate } from '@sparticuz/chromium';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  // No test may depend on, or reach, another machine.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];

const packageFolder = (name: string) => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));

/** A fontconfig file of our own: every machine draws the same text, Cyrillic, the rouble sign and arrows included. */
function fontConfig(): string {
  const folder = join(tmpdir(), 'referral-dashboard-fonts');
  const file = join(folder, 'fonts.conf');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${packageFolder('@expo-google-fonts/noto-sans')}</dir>
<dir>${packageFolder('dejavu-fonts-ttf')}</dir>
<cachedir>${folder}</cachedir>
<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
<alias><family>sans-serif</family><prefer><family>Noto Sans</family></prefer></alias>
</fontconfig>`,
  );
  return file;
}

/**
 * The Chromium the tests run in: the one that came with the dependencies, libraries and a font included.
 * `CHROMIUM=/path/to/chromium` names another; machines the bundled one is not built for use Playwright's own.
 */
export async function launchOptions(): Promise<LaunchOptions> {
  const env = { ...process.env, FONTCONFIG_FILE: fontConfig() } as Record<string, string>;
  const { CHROMIUM: own } = process.env;
  if (own) return { executablePath: own, args, env };
  if (process.platform !== 'linux' || process.arch !== 'x64') return { args };

  const executablePath = await chromium.executablePath();
  const libraries = join(tmpdir(), 'al2023', 'lib');
  if (!existsSync(libraries)) {
    const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin');
    await inflate(join(bin, 'al2023.tar.br'));
  }
  return { executablePath, args, env: { ...env, LD_LIBRARY_PATH: libraries } };
}
