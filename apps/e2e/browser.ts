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
  // Tests must not depend on another machine or reach it.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];

const packageFolder = (name: string) => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));

/** Writes a fontconfig file with bundled fonts, so that every machine renders the same text. Returns its path. */
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
 * Launch options of the Chromium that the dependencies bundle, with its libraries and fonts.
 * `CHROMIUM=/path/to/chromium` selects another. Machines without a bundled build use the browser of Playwright.
 */
export async function launchOptions(): Promise<LaunchOptions> {
  const env = { ...process.env, FONTCONFIG_FILE: fontConfig() } as Record<string, string>;
  const { CHROMIUM: executable } = process.env;
  if (executable) return { executablePath: executable, args, env };
  if (process.platform !== 'linux' || process.arch !== 'x64') return { args };

  const executablePath = await chromium.executablePath();
  const libraries = join(tmpdir(), 'al2023', 'lib');
  if (!existsSync(libraries)) {
    const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin');
    await inflate(join(bin, 'al2023.tar.br'));
  }
  return { executablePath, args, env: { ...env, LD_LIBRARY_PATH: libraries } };
}
