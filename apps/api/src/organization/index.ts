export { bankProblems, findBanksByBik } from './banks/banks.ts';
export { createBanks } from './banks/index.ts';
export { brandColors } from './brand-colors.ts';
export {
  findPaymentTerms,
  findTimeZone,
  lockOrganization,
  type PaymentTerms,
  readToday,
} from './organizations.ts';
export { createOrganization } from './settings/index.ts';
export { createSupport, onlySupportUrl } from './support.ts';
