import type { FieldErrors } from '../base/errors.ts';
import type { ReferralPage } from './referral-page.ts';

/** Values of the form at /ref/{code} that the browser sent without a script. */
export type LeadFormValues = {
  name: string;
  phone: string;
  comment: string;
  consent: boolean;
  /** Version of the consent text that the visitor read. */
  version: string;
};

/** What the server shows at /ref/{code}. */
export type ReferralPageView =
  /** The form, or a notice when the program accepts no leads. `page` is null for an unknown code. */
  | { kind: 'page'; code: string; page: ReferralPage | null }
  /** The form again, after it was refused. */
  | { kind: 'refused'; code: string; page: ReferralPage; values: LeadFormValues; errors: FieldErrors }
  /** The page after a form was sent. */
  | { kind: 'sent'; code: string; page: ReferralPage; text: string }
  | { kind: 'notice'; title: string; text: string };

/** Renders the content of the body of a page. The dashboard's build writes it to `.server/referral-server.js`. */
export type RenderReferralPage = (view: ReferralPageView) => string;
