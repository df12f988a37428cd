import { readConfig } from '../config/config.ts';
import { rebuildRollUps } from '../database/figures/roll-ups.ts';
import { openDatabase } from '../database/open-database.ts';
import { runCommand } from './command.ts';

/** Recomputes the roll-ups of leads and accruals. */
await runCommand(async () => {
  const { db, close } = await openDatabase(readConfig(process.env), () => undefined);
  try {
    await rebuildRollUps(db);
    process.stdout.write('Сводные показатели пересчитаны.\n');
  } finally {
    await close();
  }
});
