import type { AppSettings } from './config/settings.ts';
import type { PasswordStrength, PhoneProof, RefreshEvent } from './people/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import type { Reads } from './platform/db/replica.ts';
import type { Disk } from './platform/folder/disk.ts';
import type { Watch } from './platform/metrics/watch.ts';
import type { ResolveHost } from './platform/public-address.ts';
import type { LeadEvents } from './referrals/index.ts';

/** Dependencies that the caller of `buildApp` passes in. Tests pass their own. */
export type AppDeps = {
  db: Db;
  /** Selects the database for lists. Default: the primary. */
  reads?: Reads | undefined;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  settings: AppSettings;
  /** Disk of the data folder, when this server monitors it. */
  disk?: Disk;
  /** Called after every exchange of a refresh token. */
  onRefresh?: (event: RefreshEvent) => void;
  /** Domain events of leads. Tests may pass their own. */
  events?: LeadEvents;
  /** Sends codes to phones. Undefined when no channel can send them. */
  phoneProof?: PhoneProof | undefined;
  /** Resolves the hosts of webhooks. Default: the resolver of the system. */
  resolveHost?: ResolveHost | undefined;
  /** Checks new passwords. Default: compares them with lists of common passwords. */
  passwordStrength?: PasswordStrength | undefined;
  /** The database is the embedded one. Default: false. */
  isEmbedded?: boolean | undefined;
  /** Receives the events that metrics are computed from. */
  watch?: Watch | undefined;
};
