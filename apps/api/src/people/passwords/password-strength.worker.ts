import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { COMMON_RUSSIAN_PASSWORDS } from './common-russian-passwords.ts';

/** Number of characters that are rated. The rating time grows faster than the length. */
const MAX_LENGTH = 72;

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...dictionary, russian: [...COMMON_RUSSIAN_PASSWORDS] },
  graphs: adjacencyGraphs,
});

parentPort?.on('message', (password: string) => {
  parentPort?.postMessage(zxcvbn.check(password.slice(0, MAX_LENGTH)).score);
});
