import type { ReferralPage } from '@referral-dashboard/api-contract';
import { FORM_TEXT, missingIn } from '@referral-dashboard/api-contract/referral-page-text';
import { isAuthError } from '@referral-dashboard/auth-core';
import { type CaptchaSolution, UNSOLVED_CAPTCHA } from '@/shared/captcha/captcha.tsx';
import { getFieldErrors } from '@/shared/errors/explain-error.ts';
import { type FormProblems, readText, useNativeForm } from '@/shared/form/use-native-form.ts';
import type { LeadBody, PublicCalls } from './public-calls.ts';
import { visitStorage } from './visit.ts';

const FIELDS = ['name', 'phone', 'comment', 'consent', 'smart-token'] as const;
export type LeadField = (typeof FIELDS)[number];
export type LeadFormOptions = {
  code: string;
  page: ReferralPage;
  calls: PublicCalls;
  captcha: CaptchaSolution;
  /** Shown first. Default: none. */
  initialProblems?: FormProblems<LeadField> | undefined;
  onSent: (successText: string) => void;
  /** Called when the page has changed since it was loaded. */
  onStale: () => void;
};

function readLead(data: FormData): Pick<LeadBody, 'name' | 'phone' | 'comment' | 'website' | 'consent'> {
  const text = (name: string) => readText(data, name).trim();
  return {
    name: text('name'),
    phone: text('phone'),
    comment: text('comment'),
    website: text('website'),
    consent: data.has('consent'),
  };
}

/** Form of a lead. Input is kept after errors. */
export function useLeadForm({
  code,
  page,
  calls,
  captcha,
  initialProblems,
  onSent,
  onStale,
}: LeadFormOptions) {
  return useNativeForm({
    fields: FIELDS,
    initialProblems,
    read: readLead,
    validate: (lead) => ({
      ...missingIn(lead),
      ...(captcha.isMissing && { 'smart-token': UNSOLVED_CAPTCHA }),
    }),
    failureTitle: FORM_TEXT.failed,
    send: async (lead) => {
      const successText = await calls.submitLead({
        ...lead,
        consent_version: page.consent?.version,
        click: visitStorage.read('visit', code),
        'smart-token': captcha.token,
      });
      onSent(successText);
    },
    onError: (error) => {
      captcha.reset();
      const isUnavailable = isAuthError(error) && [404, 409].includes(error.status ?? 0);
      if (isUnavailable || getFieldErrors(error)['consent'] !== undefined) onStale();
    },
  });
}
