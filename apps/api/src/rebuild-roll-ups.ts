import { readConfig } from './config.ts';
import { openDatabase } from './open-database.ts';
import { rebuildRollUps } from './platform/roll-ups.ts';

/** Counts the figures that are kept beside leads and accruals anew. */
const config = readConfig(process.env);
const { db, close } = await openDatabase(config, (error) => console.error(error));
try {
  await rebuildRollUps(db);
  console.log('Сводные показатели пересчитаны.');
} finally {
  await close();
}
