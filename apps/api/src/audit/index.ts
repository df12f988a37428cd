export { type Actor, actorOf, audit, auditAll, type Cause, diffOf } from './audit.ts';
export { createDownloadJournal, type JournalDownload } from './downloads.ts';
export { createJournal } from './journal/index.ts';
