import type { ReferralPage } from '@referral-dashboard/api-contract';
import { FORM_TEXT, missingIn } from '@referral-dashboard/api-contract/referral-page-text';
import { isAuthError } from '@referral-dashboard/auth-core';
import { type FormEvent, useRef, useState } from 'react';
import { type CaptchaSolution, UNSOLVED_CAPTCHA } from '@/shared/captcha/captcha.tsx';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import type { LeadBody, PublicCalls } from './public-calls.ts';
import { visitStorage } from './visit.ts';

const FIELDS = ['name', 'phone', 'comment', 'consent', 'smart-token'] as const;
export type LeadField = (typeof FIELDS)[number];
export type Problems = { failure: ErrorText | null; fields: Partial<Record<LeadField, string>> };

const NO_PROBLEMS: Problems = { failure: null, fields: {} };

export type LeadFormOptions = {
  code: string;
  page: ReferralPage;
  calls: PublicCalls;
  captcha: CaptchaSolution;
  /** Shown first. Default: none. */
  initialProblems?: Problems | undefined;
  onSent: (successText: string) => void;
  /** Called when the page has changed since it was loaded. */
  onStale: () => void;
};

function readLead(
  form: HTMLFormElement,
): Pick<LeadBody, 'name' | 'phone' | 'comment' | 'website' | 'consent'> {
  const typed = new FormData(form);
  const text = (name: string) => String(typed.get(name) ?? '').trim();
  return {
    name: text('name'),
    phone: text('phone'),
    comment: text('comment'),
    website: text('website'),
    consent: typed.has('consent'),
  };
}

const missingFields = (lead: ReturnType<typeof readLead>, captcha: CaptchaSolution): Problems['fields'] => ({
  ...missingIn(lead),
  ...(captcha.isMissing && { 'smart-token': UNSOLVED_CAPTCHA }),
});

function toProblems(error: unknown): Problems {
  const { fields, alert } = explainError(error, FORM_TEXT.failed, { fields: FIELDS });
  return { fields, failure: alert };
}

/** State of the lead form. Input is kept after errors; only one attempt runs at a time. */
export function useLeadForm({
  code,
  page,
  calls,
  captcha,
  initialProblems = NO_PROBLEMS,
  onSent,
  onStale,
}: LeadFormOptions) {
  const [problems, setProblems] = useState(initialProblems);
  const [isBusy, setBusy] = useState(false);
  const isPending = useRef(false);

  const report = (form: HTMLFormElement, next: Problems) => {
    setProblems(next);
    const first = FIELDS.find((name) => next.fields[name] !== undefined);
    const field = first && form.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isPending.current) return;
    const lead = readLead(form);
    const fields = missingFields(lead, captcha);
    if (Object.keys(fields).length > 0) return report(form, { failure: null, fields });

    isPending.current = true;
    setBusy(true);
    setProblems(NO_PROBLEMS);
    try {
      const successText = await calls.submitLead({
        ...lead,
        consent_version: page.consent?.version,
        click: visitStorage.read('visit', code),
        'smart-token': captcha.token,
      });
      onSent(successText);
    } catch (error) {
      captcha.reset();
      const next = toProblems(error);
      report(form, next);
      const isUnavailable = isAuthError(error) && [404, 409].includes(error.status ?? 0);
      if (isUnavailable || next.fields.consent !== undefined) onStale();
    } finally {
      isPending.current = false;
      setBusy(false);
    }
  };

  const clearError = (field: LeadField) =>
    setProblems((current) => ({ ...current, fields: { ...current.fields, [field]: undefined } }));

  return { problems, isBusy, submit, clearError };
}
