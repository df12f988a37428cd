import { writeFileSync } from 'node:fs';
import { testDatabase } from './databases.ts';
import { describeSchema, SCHEMA_FILE } from './schema.ts';

const { db, drop } = await testDatabase();
writeFileSync(SCHEMA_FILE, await describeSchema(db));
await drop();
