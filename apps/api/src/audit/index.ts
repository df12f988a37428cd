export { type Actor, type Author, actorOf, audit, auditAll, authorOf, type Cause, diffOf } from './audit.ts';
export { createDownloadJournal, type JournalDownload } from './downloads.ts';
export { createJournal } from './journal/index.ts';
