import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readConfig } from '../config/config.ts';
import { describeDifferences, readUpgradeFigures } from '../database/figures/upgrade-figures.ts';
import { connectDatabase } from '../database/open-database.ts';
import { runCommand } from './command.ts';

const USAGE = `Сравнивает цифры до и после обновления: лиды, сделки, вознаграждения, начисления, балансы и выплаты. Схему базы данных не меняет.
Со встроенной базой данных сервер на это время остановите.

  node apps/api/src/cli/check-figures.ts --save ФАЙЛ       до обновления: записывает цифры в файл
  node apps/api/src/cli/check-figures.ts --compare ФАЙЛ    после обновления: печатает расхождения, код выхода 1
`;

const savedFigures = z.record(z.string(), z.object({ count: z.string(), amount_kop: z.string() }));

function readArguments(): { save: string } | { compare: string } {
  try {
    const options = { save: { type: 'string' }, compare: { type: 'string' } } as const;
    const { save, compare } = parseArgs({ options }).values;
    if (save !== undefined && compare === undefined) return { save };
    if (compare !== undefined && save === undefined) return { compare };
  } catch {
    // An unknown option is reported in the same way as a missing one.
  }
  throw new Error(USAGE);
}

function readSaved(file: string) {
  try {
    return savedFigures.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`Файл ${file} не прочитан: нужен файл, записанный с --save.`, { cause });
  }
}

await runCommand(async () => {
  const input = readArguments();
  const before = 'compare' in input ? readSaved(input.compare) : undefined;
  const { db, close } = await connectDatabase(readConfig(process.env), () => undefined);
  try {
    const figures = await readUpgradeFigures(db);
    const count = Object.keys(figures).length;
    if ('save' in input) {
      writeFileSync(input.save, JSON.stringify(figures, null, 1), { mode: 0o600 });
      process.stdout.write(`Цифр записано: ${count}.\n`);
    } else {
      const differences = describeDifferences(before ?? {}, figures);
      if (differences.length > 0)
        throw new Error(`Расхождений: ${differences.length}.\n${differences.join('\n')}`);
      process.stdout.write(`Цифр проверено: ${count}. Расхождений нет.\n`);
    }
  } finally {
    await close();
  }
});
