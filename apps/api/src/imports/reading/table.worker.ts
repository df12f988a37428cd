import { parentPort } from 'node:worker_threads';
import { readTable } from './read-table.ts';

parentPort?.on('message', async (base64: string) => parentPort?.postMessage(await readTable(base64)));
