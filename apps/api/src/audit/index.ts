export {
  type Actor,
  type Author,
  audit,
  auditAll,
  buildDiff,
  buildPersonalChange,
  type Cause,
  createStaffAudit,
  formatActor,
  keyName,
  toAuthor,
  toCause,
} from './audit.ts';
export { checkJournal, sealJournal } from './chain.ts';
export { createDownloadJournal, type JournalDownload } from './downloads.ts';
export { eraseValues } from './erase-values.ts';
export { selectHistory } from './history.ts';
export { createJournal } from './journal/index.ts';
export { insertPersonalChange, type PersonalChange } from './personal-values.ts';
