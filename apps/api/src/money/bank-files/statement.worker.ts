import { parentPort } from 'node:worker_threads';
import { readStatement } from './statement-reader.ts';

parentPort?.on('message', (base64: string) => parentPort?.postMessage(readStatement(base64)));
