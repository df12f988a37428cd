import { buildApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { toSettings } from '../config/settings.ts';
import { openDatabase } from '../database/open-database.ts';
import { systemClock } from '../platform/clock.ts';
import { sendToServer } from '../platform/folder/control.ts';
import type { OperatorCommand } from './operator.ts';

/** Runs an operator command in the server that uses the data folder, otherwise directly on the database. Prints the result. */
export async function sendCommand(command: OperatorCommand, input: object): Promise<void> {
  const config = readConfig(process.env);
  const isEmbedded = config.DATABASE_URL === undefined;
  const output = isEmbedded ? await sendToServer(config.DATA_DIR, command, input) : undefined;
  process.stdout.write(output ?? (await runLocally()));

  async function runLocally(): Promise<string> {
    const { db, close } = await openDatabase(config, () => undefined);
    try {
      const { app, operator } = buildApp({ db, clock: systemClock, fetch, settings: toSettings(config) });
      try {
        return await operator[command](input, config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`);
      } finally {
        await app.close();
      }
    } finally {
      await close();
    }
  }
}
