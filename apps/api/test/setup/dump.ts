import { dumpFile } from '../../src/testing/dump.ts';

/** Creates the dump of the empty embedded database before the workers start. */
export default async function setup() {
  await dumpFile();
}
