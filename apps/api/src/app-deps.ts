import type { PasswordStrength, PhoneProof, RefreshEvent } from './people/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import type { Reads } from './platform/db/replica.ts';
import type { Disk } from './platform/folder/disk.ts';
import type { Watch } from './platform/metrics/watch.ts';
import type { LeadEvents } from './referrals/index.ts';
import type { AppSettings } from './settings.ts';

/** Parts of the server that are passed in: tests pass their own. */
export type AppDeps = {
  db: Db;
  /** Where lists are read; at the one database when left out. */
  reads?: Reads | undefined;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  settings: AppSettings;
  /** Disk of the data, when it is this server's to watch. */
  disk?: Disk;
  /** Told of every exchange of a refresh token. */
  onRefresh?: (event: RefreshEvent) => void;
  /** Domain events of leads; a test may pass its own. */
  events?: LeadEvents;
  /** Codes sent to phones; left out where no channel can send them. */
  phoneProof?: PhoneProof | undefined;
  /** Of new passwords; by lists of common ones when left out. */
  passwordStrength?: PasswordStrength | undefined;
  /** Told of what metrics are made of. */
  watch?: Watch | undefined;
};
