import { dumpFile } from '../../src/testing/dump.ts';

/** Workers find the empty embedded database made. */
export default async function setup() {
  await dumpFile();
}
