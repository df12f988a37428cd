export { bankProblems, banksOf } from './banks/banks.ts';
export { createBanks } from './banks/index.ts';
export { brandColors } from './brand-colors.ts';
export { lockOrganization, type PaymentTerms, paymentTermsOf, timeZoneOf } from './organizations.ts';
export { createOrganization } from './settings/index.ts';
export { createSupport, onlySupportUrl } from './support.ts';
